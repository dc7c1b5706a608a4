/** What goes wrong around the inbox, and what is told of it. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { uz as staff } from '../../content/staff/uz.ts';
import { fill } from '../../contract/fill.ts';
import { channels, expect, heading, press, rows, statusButton, test, words } from './fixtures.ts';

test('a server that is restarted is told of, found again, and nothing that came meanwhile is missed', async ({
  office,
  person,
  complaints,
}) => {
  await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  await page.goto('/inbox');
  await expect(rows(page)).toHaveCount(1);
  await office.stop();
  await expect(page.getByText(words.errors.lost)).toBeVisible();
  await expect(rows(page)).toHaveCount(1);

  await office.start();
  await office.lead({ name: 'Bekzod Raximov' });
  await expect(page.getByText(words.errors.lost)).toBeHidden();
  await expect(rows(page)).toContainText(['Bekzod Raximov', 'Aziza Karimova']);
  complaints.tolerated(/net::ERR_/);
});

test('a phone without a network says so before anything is pressed, and catches up when it has one', async ({
  office,
  person,
  complaints,
}) => {
  await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  await page.goto('/inbox');
  await expect(rows(page)).toHaveCount(1);
  await page.context().setOffline(true);
  await expect(page.getByText(words.errors.lost)).toBeVisible();
  await office.lead({ name: 'Bekzod Raximov' });
  await page.context().setOffline(false);
  await expect(page.getByText(words.errors.lost)).toBeHidden();
  await expect(rows(page)).toContainText(['Bekzod Raximov', 'Aziza Karimova']);
  complaints.tolerated(/net::ERR_/);
});

test('what is done while the server is away says so, and loses no word of a note', async ({
  office,
  person,
  complaints,
}) => {
  const ref = await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  await page.goto(`/inbox/leads/${ref}`);
  await page.getByLabel(words.lead.note).fill('Ertaga soat 15 da');
  await office.stop();
  await press(page, words.lead.addNote);
  await expect(page.getByRole('alert').filter({ hasText: words.errors.offline })).toBeVisible();
  await expect(page.getByLabel(words.lead.note)).toHaveValue('Ertaga soat 15 da');
  await statusButton(page, 'client').click();
  await expect(statusButton(page, 'new')).toHaveAttribute('aria-pressed', 'true');
  const erase = async () => {
    // By key: what was said before lies over the button.
    for (const name of [words.lead.erase, words.lead.eraseGoOn, words.lead.eraseYes])
      await page.getByRole('button', { name, exact: true }).press('Enter');
  };
  // What is said would lie under a question that stays.
  await erase();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: fill(words.nav.menu, { name: 'Dilnoza' }) }).click();
  await press(page, words.nav.everywhere);
  await page.getByRole('dialog').getByRole('button', { name: words.nav.everywhere }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(words.errors.failed)).toHaveCount(0);

  await office.start();
  await press(page, words.lead.addNote);
  await expect(page.getByRole('region', { name: words.lead.history })).toContainText('Ertaga soat 15 da');
  // The server has erased it, and the answer is lost.
  await page.route(`**/inbox/api/leads/${ref}`, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await erase();
  await expect(heading(page, words.lead.gone)).toBeVisible();
  complaints.provoked(/net::ERR_/);
  complaints.tolerated(/404/);
});

test('a network that swallows everything in silence is told of, and what was pressed is not said to be done', async ({
  office,
  person,
  complaints,
}) => {
  const ref = await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  await page.clock.install();
  await page.goto(`/inbox/leads/${ref}`);
  await expect(statusButton(page, 'new')).toBeVisible();
  await page.route('**/inbox/api/**', () => {});
  await statusButton(page, 'client').click();
  await expect(statusButton(page, 'client')).toHaveAttribute('aria-pressed', 'true');
  // Time enough for a slow one.
  await page.clock.fastForward(20_000);
  await expect(statusButton(page, 'client')).toHaveAttribute('aria-pressed', 'true');
  await page.clock.fastForward(30_000);
  await expect(page.getByRole('alert').filter({ hasText: words.errors.offline })).toBeVisible();
  await expect(statusButton(page, 'new')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(words.errors.lost)).toBeVisible();

  await page.unroute('**/inbox/api/**');
  await page.clock.fastForward(30_000);
  await expect(page.getByText(words.errors.lost)).toBeHidden();
  complaints.tolerated(/net::ERR_/);
});

test('a session that is ended elsewhere ends here: the door is shown and nothing that was read or written is left', async ({
  office,
  person,
  complaints,
}) => {
  const ref = await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  await page.goto(`/inbox/leads/${ref}`);
  await page.getByLabel(words.lead.note).fill('Ertaga soat 15 da');
  await page.context().request.delete(`${office.inbox}/api/session`, { headers: { Origin: office.url } });
  await expect(page.getByText(words.door.ended)).toBeVisible();
  await expect(page.getByText('Aziza')).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Ertaga');
  complaints.tolerated(/401/);
});

test('somebody who left is signed out alone, by any of the others', async ({ person, complaints }) => {
  const [stays, left, page] = [await person('Nodira'), await person('Sardor'), await person('Dilnoza')];
  for (const each of [stays, left, page]) await each.goto('/inbox');
  const title = page.getByRole('heading', { name: words.sessions.title });
  // From another room, and from the same.
  for (let times = 0; times < 2; times++) {
    await press(page, fill(words.nav.menu, { name: 'Dilnoza' }));
    await page.getByRole('link', { name: words.sessions.title }).click();
    await expect(title).toBeFocused();
    await expect(title).toBeInViewport();
    await expect(page.locator('#person-menu')).toBeHidden();
  }
  const list = page.getByRole('region', { name: words.sessions.title }).getByRole('listitem');
  await expect(list).toContainText([words.sessions.here, 'Sardor', 'Nodira']);
  // A finger that taps twice, the second time when all that was asked for is there: nobody moves under it.
  const button = list.nth(1).getByRole('button');
  await button.click();
  await expect(left.getByText(words.door.ended)).toBeVisible();
  await expect(button).toHaveText(words.sessions.ended);
  await button.click({ force: true });
  await page.goto('/inbox');
  await page.goto('/inbox/health');
  await expect(list).toContainText([words.sessions.here, 'Nodira']);
  await expect(list).toHaveCount(2);
  complaints.tolerated(/401/);
});

test('an old browser, which knows no popovers, shows the menu only when it is asked for', async ({
  person,
}) => {
  const page = await person('Dilnoza');
  await page.addInitScript(() => {
    for (const name of ['popover', 'hidePopover']) Reflect.deleteProperty(HTMLElement.prototype, name);
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (name, value) {
      if (!name.toLowerCase().startsWith('popover')) setAttribute.call(this, name, value);
    };
  });
  await page.goto('/inbox');
  const menu = page.locator('#person-menu');
  for (const leave of [
    () => press(page, fill(words.nav.menu, { name: 'Dilnoza' })),
    () => page.getByRole('link', { name: words.sessions.title }).click(),
  ]) {
    await expect(menu).toBeHidden();
    await press(page, fill(words.nav.menu, { name: 'Dilnoza' }));
    await expect(menu).toBeInViewport({ ratio: 1 });
    await leave();
  }
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { name: words.sessions.title })).toBeFocused();
});

test('who presses "sign out everywhere" twice is out, and not told that it failed', async ({
  person,
  complaints,
}) => {
  const page = await person('Dilnoza');
  await page.goto('/inbox');
  await page.getByRole('button', { name: fill(words.nav.menu, { name: 'Dilnoza' }) }).click();
  await press(page, words.nav.everywhere);
  const refused = page.waitForResponse(
    (response) => response.request().method() === 'DELETE' && response.status() === 401,
  );
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words.nav.everywhere })
    .evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
  await expect(page.getByRole('button', { name: words.door.send })).toBeVisible();
  await (await refused).finished();
  // What would be said of it is said within a frame or two, and goes by itself: it is not waited for.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(await page.getByText(words.errors.failed).count()).toBe(0);
  await expect(page.getByText(words.door.ended)).toHaveCount(0);
  complaints.tolerated(/401/);
});

test('a channel that is ill is told wherever one is, and a test message tells when it is well', async ({
  office,
  person,
}) => {
  office.telegram.behave({ status: 500 });
  await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  await expect(async () => {
    await page.goto('/inbox');
    await expect(page.getByRole('link', { name: words.health.bannerLink })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.getByRole('link', { name: words.health.bannerLink }).click();
  const telegram = page.getByRole('article').filter({ hasText: 'Telegram' });
  await telegram.getByRole('button').click();
  await expect(telegram.getByText(words.health.testFailed.split('{')[0] as string)).toBeVisible();

  office.telegram.behave('accept');
  // A double tap: on a slow phone both come before anything is drawn.
  await telegram.getByRole('button').evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(telegram.getByText(words.health.testSent)).toBeVisible();
  expect(office.telegram.messages.filter(({ text }) => text.includes(staff.test.title))).toHaveLength(1);
  await expect(telegram.getByText(fill(words.health.ill, { time: '' }).trim())).toHaveCount(0);
  await expect.poll(() => office.telegram.messages.length).toBe(2);
});

test('a database that takes no more leads is told wherever one is', async ({ office, person }) => {
  await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  const other = new DatabaseSync(join(office.dataDir, 'leads.db'));
  other.exec('begin immediate');
  await page.goto('/inbox');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText(words.health.notWritable)).toBeVisible();
  other.close();
});

test('a bot that was put out of the group is told wherever one is', async ({ office, person }) => {
  office.telegram.kick();
  await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  await expect(async () => {
    await page.goto('/inbox');
    await expect(page.getByText(words.health.botStates['no-chat'])).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test('several troubles are told together, each once, and leave room for the leads', async ({
  office,
  person,
}) => {
  office.telegram.kick();
  office.mail.behave({ refuse: 'RCPT', code: 451, recipient: channels.mailbox });
  await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  const banner = page.getByRole('status').filter({ hasText: words.health.bannerLink });
  await expect(async () => {
    await page.goto('/inbox');
    for (const told of [words.health.botStates['no-chat'], channels.mailbox])
      await expect(banner.getByText(told)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(banner.getByText('Telegram')).toHaveCount(1);
  await expect(page.getByRole('link', { name: words.health.bannerLink })).toHaveCount(1);
  const { height = Infinity } = (await banner.boundingBox()) ?? {};
  expect(height).toBeLessThan((page.viewportSize()?.height ?? 0) / 4);
});

test('leads that a channel was given up on are told wherever one is, until they are sent again or erased', async ({
  office,
  person,
}) => {
  office.telegram.behave({ status: 500 });
  const ref = await office.lead({ name: 'Aziza Karimova' });
  const other = await office.lead({ name: 'Bobur Aliyev' });
  await office.stop();
  // Their last attempt, which would be three days from now.
  await office.withStore(async (store) => {
    for (const each of [ref, other]) await store.deliveries.resend(each, ['telegram'], 'test');
    for (const delivery of await store.deliveries.claim('telegram', 2, 1000))
      await store.deliveries.failed(delivery, 'HTTP 403: bot was kicked', null);
  });
  office.telegram.behave('accept');
  await office.start();

  const page = await person('Dilnoza');
  const banner = (count: number) =>
    page.getByText(fill(words.health.deadBanner, { channel: 'Telegram', count }));
  for (const path of ['', '/figures', `/leads/${ref}`, '/health']) {
    await page.goto(`/inbox${path}`);
    await expect(banner(2)).toBeVisible();
  }
  // Long before the channels are looked at again by themselves: who sees it still there would send it once more.
  await page.getByRole('link', { name: ref }).click();
  await press(page, words.lead.resend);
  await expect(banner(1)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: ref })).toBeHidden();
  await page.getByRole('link', { name: other }).click();
  for (const button of [words.lead.erase, words.lead.eraseGoOn, words.lead.eraseYes])
    await press(page, button);
  await expect(rows(page)).toHaveCount(1);
  await expect(banner(1)).toBeHidden();
});

test('a room whose code is lost on the way leaves the others, and comes when it is tried again', async ({
  office,
  person,
  complaints,
}) => {
  await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  await page.route('**/assets/Figures*.js', (route) => route.abort());
  await page.goto('/inbox');
  const room = (name: string) =>
    page.getByRole('navigation', { name: words.nav.label }).getByRole('link', { name });
  await room(words.nav.figures).click();
  const again = page.getByRole('button', { name: words.tryAgain });
  await expect(again).toBeVisible();
  await room(words.nav.leads).click();
  await expect(rows(page)).toHaveCount(1);

  await room(words.nav.figures).click();
  await expect(again).toBeVisible();
  await page.unroute('**/assets/Figures*.js');
  await again.click();
  await expect(page.getByRole('heading', { level: 1, name: words.figures.title })).toBeVisible();
  complaints.provoked(/net::ERR_FAILED/);
});

test('the code of the other rooms is fetched before they are opened', async ({ person }) => {
  const page = await person('Dilnoza');
  await Promise.all([
    ...['Figures', 'Links'].map((room) => page.waitForResponse((response) => response.url().includes(room))),
    page.goto('/inbox'),
  ]);
  await page.route('**/assets/**', (route) => route.abort());
  for (const name of [words.nav.figures, words.figures.links])
    await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: words.links.title })).toBeVisible();
});

test('a room that breaks leaves the way to the others, and can be tried again', async ({
  office,
  person,
  complaints,
}) => {
  await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  await page.route('**/inbox/api/links', (route) => route.fulfill({ json: { links: 'none' } }));
  await page.goto('/inbox/links');
  await expect(page.getByText(words.errors.broken)).toBeVisible();
  await page.getByRole('link', { name: words.nav.leads }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText(words.errors.broken)).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText(words.errors.broken)).toBeVisible();
  await page.unroute('**/inbox/api/links');
  await press(page, words.tryAgain);
  await expect(page.getByRole('heading', { level: 1, name: words.links.title })).toBeVisible();
  complaints.provoked(/TypeError|is not a function/);
});

test('a channel is said to work once something has arrived there, and not after it put the bot out or refused a test message', async ({
  office,
  person,
}) => {
  const page = await person('Dilnoza');
  await page.goto('/inbox/health');
  const telegram = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Telegram', exact: true }) });
  const dot = (text: string | RegExp) =>
    telegram
      .getByText(text, { exact: true })
      .evaluate((state) => getComputedStyle(state, '::before').backgroundColor);
  const idle = await dot(words.health.unused);
  await office.lead({ name: 'Aziza Karimova' });
  await expect(async () => {
    await page.reload();
    await expect(telegram.getByText(words.health.well)).toBeVisible({ timeout: 1000 });
  }).toPass();
  const well = await dot(words.health.well);
  expect(well).not.toBe(idle);

  office.telegram.kick();
  await expect(async () => {
    await page.reload();
    await expect(telegram.getByText(words.health.botStates['no-chat'])).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(telegram.getByText(words.health.well)).toHaveCount(0);
  await telegram.getByRole('button').click();
  const refused = new RegExp(words.health.refused.split('(', 1).join(''));
  await expect(telegram.getByText(refused)).toBeVisible();
  await expect(telegram.getByText(words.health.well)).toHaveCount(0);
  expect([idle, well]).not.toContain(await dot(refused));
  await page.reload();
  await expect(telegram.getByText(refused)).toBeVisible();
});
