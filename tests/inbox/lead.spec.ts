/** Working on one lead. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fill } from '../../contract/fill.ts';
import { type LeadStatus, noteLimit } from '../../contract/inbox.ts';
import { hold } from '../hold.ts';
import { expect, heading, open, press, rows, statusButton, test, words } from './fixtures.ts';

const { lead } = words;

test('the ways to the person are real links, and what was written can be copied', async ({
  office,
  person,
}) => {
  await office.lead({ name: 'Aziza Karimova', phone: '90 123-45-67', email: 'aziza@example.uz' });
  const page = await person('Dilnoza');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/inbox');
  await open(page, 'Aziza Karimova');
  const link = (name: string) => page.getByRole('article').getByRole('link', { name });
  await expect(link(lead.call)).toHaveAttribute('href', 'tel:+998901234567');
  await expect(link(lead.telegram)).toHaveAttribute('href', 'https://t.me/+998901234567');
  await expect(link(lead.mail)).toHaveAttribute('href', 'mailto:aziza@example.uz');

  await press(page, lead.copyAll);
  await expect(page.getByText(lead.copied)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Aziza Karimova\n90 123-45-67\naziza@example.uz\nItaliya?',
  );
});

test('who gave a name in Telegram instead of a number is reached by it', async ({ office, person }) => {
  await office.lead({ name: 'Lola', phone: '@lola_uz', message: 'Yozing: @lola_uz' });
  const page = await person('Dilnoza');
  await page.goto('/inbox');
  await open(page, 'Lola');
  const article = page.getByRole('article');
  for (const name of [lead.telegram, '@lola_uz'])
    await expect(article.getByRole('link', { name })).toHaveAttribute('href', 'https://t.me/lola_uz');
  await expect(article.getByRole('link', { name: lead.call })).toHaveCount(0);
});

test('status in one touch, a note, and the history says who; another person sees it at once', async ({
  office,
  person,
}) => {
  const ref = await office.lead({ name: 'Aziza Karimova' });
  const dilnoza = await person('Dilnoza');
  const sardor = await person('Sardor');
  await sardor.goto(`/inbox/leads/${ref}`);
  await expect(statusButton(sardor, 'new')).toHaveAttribute('aria-pressed', 'true');

  await dilnoza.goto('/inbox');
  await open(dilnoza, 'Aziza Karimova');
  await statusButton(dilnoza, 'contacted').click();
  await expect(statusButton(dilnoza, 'contacted')).toHaveAttribute('aria-pressed', 'true');
  // More than is kept, as pasted: it stays, and that is said.
  await dilnoza.getByLabel(lead.note).focus();
  await dilnoza.keyboard.insertText('x'.repeat(noteLimit + 1));
  await press(dilnoza, lead.addNote);
  await expect(dilnoza.getByText(fill(lead.noteTooLong, { limit: noteLimit }))).toBeVisible();
  await expect(dilnoza.getByLabel(lead.note)).toHaveValue('x'.repeat(noteLimit + 1));
  await dilnoza.getByLabel(lead.note).fill('  Ertaga soat 15 da\nonasi bilan  ');
  await press(dilnoza, lead.addNote);
  await expect(dilnoza.getByLabel(lead.note)).toHaveValue('');

  await expect(statusButton(sardor, 'contacted')).toHaveAttribute('aria-pressed', 'true');
  const history = sardor.getByRole('region', { name: lead.history }).getByRole('listitem');
  await expect(history).toContainText([
    'Ertaga soat 15 da\nonasi bilan',
    fill(lead.changedStatus, { from: words.status.new, to: words.status.contacted }),
    lead.came,
  ]);
  await expect(history.filter({ hasText: 'Dilnoza' })).toHaveCount(2);
  await expect(sardor).toHaveTitle('Aziza Karimova');
});

test('who corrects a status before the answer has come is not left with the wrong one', async ({
  office,
  person,
}) => {
  const ref = await office.lead({ name: 'Aziza' });
  const page = await person('Dilnoza');
  await page.goto(`/inbox/leads/${ref}`);
  const answer = await hold(page, '**/status');
  await statusButton(page, 'lost').click();
  await expect(statusButton(page, 'lost')).toHaveAttribute('aria-pressed', 'true');
  await statusButton(page, 'contacted').click();
  await expect(statusButton(page, 'contacted')).toHaveAttribute('aria-pressed', 'true');
  answer();
  await expect
    .poll(() => office.withStore(async (store) => (await store.findLead(ref))?.lead.status))
    .toBe('contacted');
  await expect(statusButton(page, 'contacted')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('alert')).toHaveText(['']);
});

test('who closes a client is told that it is counted as one no more', async ({ office, person }) => {
  const ref = await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  await page.goto(`/inbox/leads/${ref}`);
  const told = page.getByRole('status').getByText(lead.noClientNow);
  const history = page.getByRole('region', { name: lead.history }).getByRole('listitem');
  // A status is shown as pressed before the server has taken it.
  const becomes = async (from: LeadStatus, to: LeadStatus) => {
    await statusButton(page, to).click();
    const change = fill(lead.changedStatus, { from: words.status[from], to: words.status[to] });
    await expect(history.first()).toContainText(change);
  };
  await becomes('new', 'lost');
  await expect(told).toHaveCount(0);
  await becomes('lost', 'client');
  await becomes('client', 'lost');
  await expect(told).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: words.close }).click();
  await expect(told).toHaveCount(0);

  // Also who has gone on to the next lead before the answer comes.
  await becomes('lost', 'client');
  const answer = await hold(page, '**/status');
  await statusButton(page, 'lost').click();
  await page.getByRole('link', { name: lead.back }).click();
  await expect(page.getByRole('article')).toHaveCount(0);
  answer();
  await expect(told).toBeVisible();
});

test('a note that is half typed outlives a reload, until it is saved, its lead is erased, or one signs out', async ({
  office,
  person,
  complaints,
}) => {
  const refs = [];
  for (const name of ['Aziza', 'Bekzod', 'Davron']) refs.push(await office.lead({ name }));
  const page = await person('Dilnoza');
  const note = page.getByLabel(lead.note);
  for (const ref of refs) {
    await page.goto(`/inbox/leads/${ref}`);
    await note.fill(`Ertaga ${ref}`);
    await page.reload();
    await expect(note).toHaveValue(`Ertaga ${ref}`);
  }
  const kept = () => page.evaluate(() => JSON.stringify(sessionStorage));
  const [saved, erased, left] = refs as [string, string, string];

  await page.goto(`/inbox/leads/${saved}`);
  await press(page, lead.addNote);
  await expect(note).toHaveValue('');
  expect(await kept()).not.toContain(saved);

  // By somebody else.
  await page
    .context()
    .request.delete(`${office.inbox}/api/leads/${erased}`, { headers: { Origin: office.url } });
  await page.goto(`/inbox/leads/${erased}`);
  await expect(heading(page, lead.gone)).toBeVisible();
  expect(await kept()).not.toContain(erased);
  complaints.tolerated(/40[14]/);

  expect(await kept()).toContain(left);
  await press(page, fill(words.nav.menu, { name: 'Dilnoza' }));
  await press(page, words.nav.signOut);
  await expect(page.getByRole('button', { name: words.door.send })).toBeVisible();
  expect(await kept()).not.toContain(left);
});

test('a note whose answer was lost is one note, however often it is saved again', async ({
  office,
  person,
  complaints,
}) => {
  const ref = await office.lead({ name: 'Aziza' });
  const page = await person('Dilnoza');
  await page.goto(`/inbox/leads/${ref}`);
  const note = page.getByLabel(lead.note);
  const history = page.getByRole('region', { name: lead.history }).getByRole('listitem');
  await page.route('**/notes', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await note.fill('Ertaga');
  await press(page, lead.addNote);
  await expect(page.getByRole('alert').filter({ hasText: words.errors.offline })).toBeVisible();
  await page.unroute('**/notes');
  await press(page, lead.addNote);
  await expect(note).toHaveValue('');
  await expect(history.filter({ hasText: 'Ertaga' })).toHaveCount(1);
  // The same words again are a note of their own.
  await note.fill('Ertaga');
  await press(page, lead.addNote);
  await expect(history.filter({ hasText: 'Ertaga' })).toHaveCount(2);
  complaints.tolerated(/net::ERR_/);
});

test('a note that was saved after its lead was left does not wait there to be saved again', async ({
  office,
  person,
}) => {
  const ref = await office.lead({ name: 'Aziza' });
  const page = await person('Dilnoza');
  const note = page.getByLabel(lead.note);
  await page.goto(`/inbox/leads/${ref}`);
  await expect(note).toBeVisible();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/notes', async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await note.fill('Ertaga');
  await press(page, lead.addNote);
  await page.getByRole('link', { name: lead.back }).click();
  await expect(page.getByRole('article')).toHaveCount(0);
  answer();
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(ref);
  await open(page, 'Aziza');
  await expect(page.getByText('Ertaga')).toHaveCount(1);
  await expect(note).toHaveValue('');
});

test('who comes back to a lead while its note is being saved cannot save it twice, and finds the field empty then', async ({
  office,
  person,
}) => {
  const ref = await office.lead({ name: 'Aziza' });
  const page = await person('Dilnoza');
  const note = page.getByLabel(lead.note);
  await page.goto(`/inbox/leads/${ref}`);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/notes', async (route) => {
    await held;
    await route.continue();
  });
  await note.fill('Ertaga');
  await press(page, lead.addNote);
  await page.getByRole('link', { name: lead.back }).click();
  await open(page, 'Aziza');
  // Not gone while it may yet fail.
  await expect(note).toHaveValue('Ertaga');
  await expect(page.getByRole('button', { name: lead.addNote })).toBeDisabled();
  answer();
  await expect(note).toHaveValue('');
  await expect(page.getByRole('button', { name: lead.addNote })).toBeEnabled();
  await expect(page.getByRole('article').getByText('Ertaga')).toHaveCount(1);
});

test('a double tap changes a status once and sends a lead again once, and nobody is told of a quicker hand', async ({
  office,
  person,
}) => {
  const ref = await office.lead({ name: 'Aziza' });
  const page = await person('Dilnoza');
  await page.goto(`/inbox/leads/${ref}`);
  // On a slow phone both come before anything is drawn.
  const twice = (button: HTMLElement) => {
    button.click();
    button.click();
  };
  await statusButton(page, 'contacted').evaluate(twice);
  await page.getByRole('button', { name: lead.resend }).evaluate(twice);
  const events = async () => {
    const found = await office.withStore((store) => store.findLead(ref));
    return found?.events.map(({ kind }) => kind);
  };
  await expect(page.getByText(lead.resending)).toBeVisible();
  await expect.poll(() => page.getByText(lead.resent, { exact: true }).count()).toBe(1);
  expect(await events()).toEqual(['status', 'resend']);
  // Not waited for: it would go by itself.
  expect(await page.getByRole('alert').textContent()).toBe('');
});

test('the way back leads to the list one came from, at the lead one had open', async ({ office, person }) => {
  await office.lead({ name: 'Aziza' });
  await office.lead({ name: 'Bekzod' });
  const page = await person('Dilnoza');
  await page.goto('/inbox/figures');
  await page.getByRole('link', { name: words.nav.leads }).click();
  const row = (name: string) => rows(page).filter({ hasText: name }).getByRole('link');
  for (const name of ['Aziza', 'Bekzod']) {
    await row(name).click();
    await page.getByRole('link', { name: lead.back }).click();
    await expect(row(name)).toBeFocused();
  }
  await row('Aziza').click();
  await statusButton(page, 'contacted').click();
  await expect(page.getByRole('article').getByText('Dilnoza')).toBeVisible();
  await page.getByRole('link', { name: lead.back }).click();
  // It is in another list now.
  await expect(row('Aziza')).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  // Not through every lead that was looked at.
  await page.goBack();
  await expect(page).toHaveURL(/\/figures$/);
});

test('of two who change one lead at once the second is told what the first did', async ({
  office,
  person,
  complaints,
}) => {
  const ref = await office.lead({ name: 'Aziza Karimova' });
  const [dilnoza, sardor] = [await person('Dilnoza'), await person('Sardor')];
  // Sardor's line is slow: he still sees what was true a minute ago.
  await sardor.route('**/inbox/api/live', () => {});
  await sardor.goto(`/inbox/leads/${ref}`);
  await expect(statusButton(sardor, 'new')).toHaveAttribute('aria-pressed', 'true');
  await dilnoza.goto(`/inbox/leads/${ref}`);
  await statusButton(dilnoza, 'client').click();
  await expect(statusButton(dilnoza, 'client')).toHaveAttribute('aria-pressed', 'true');

  await statusButton(sardor, 'lost').click();
  const told = fill(lead.statusConflict, { who: 'Dilnoza', to: words.status.client });
  await expect(sardor.getByRole('alert').filter({ hasText: told })).toBeVisible();
  await expect(statusButton(sardor, 'client')).toHaveAttribute('aria-pressed', 'true');
  await expect(statusButton(dilnoza, 'client')).toHaveAttribute('aria-pressed', 'true');

  // Nor is what she goes on with put away as spam.
  await statusButton(dilnoza, 'consultation').click();
  await expect(statusButton(dilnoza, 'consultation')).toHaveAttribute('aria-pressed', 'true');
  // It lies over the button for ten seconds.
  await press(sardor, words.close);
  await press(sardor, lead.isSpam);
  const toldAgain = fill(lead.statusConflict, { who: 'Dilnoza', to: words.status.consultation });
  await expect(sardor.getByRole('alert').filter({ hasText: toldAgain })).toBeVisible();
  await expect(statusButton(sardor, 'consultation')).toHaveAttribute('aria-pressed', 'true');
  // Chromium complains about the answers that say what the first did.
  complaints.provoked(/409/, 2);
});

test('spam goes to its own tab, and can be taken back with the status it had', async ({ office, person }) => {
  const ref = await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  await page.goto(`/inbox/leads/${ref}?tab=spam`);
  await statusButton(page, 'contacted').click();
  await press(page, lead.isSpam);
  await expect(page.getByRole('button', { name: lead.notSpam })).toBeFocused();
  await page.goto('/inbox?tab=spam');
  await expect(rows(page)).toContainText(['Aziza Karimova']);
  await open(page, 'Aziza Karimova');
  await press(page, lead.notSpam);
  await expect(statusButton(page, 'contacted')).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/inbox?tab=spam');
  await expect(page.getByText(words.list.empty)).toBeVisible();
});

test('what was tapped in vain does not go on looking chosen, nor failed once it worked', async ({
  office,
  person,
  complaints,
}) => {
  const ref = await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  await page.goto(`/inbox/leads/${ref}`);
  await page.route('**/status', (route) => route.fulfill({ status: 503, body: '' }));
  const ground = (status: 'contacted' | 'client') =>
    statusButton(page, status).evaluate((element) => getComputedStyle(element).backgroundColor);
  await statusButton(page, 'contacted').tap();
  const failure = page.getByRole('alert').filter({ hasText: words.errors.failed });
  await expect(failure).toBeVisible();
  await expect(statusButton(page, 'contacted')).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => ground('contacted')).toBe(await ground('client'));
  await page.unroute('**/status');
  // Whoever is at it keeps it from going by itself.
  await failure.getByRole('button', { name: words.close }).focus();
  await statusButton(page, 'contacted').dispatchEvent('click');
  await expect(statusButton(page, 'contacted')).toHaveAttribute('aria-pressed', 'true');
  await expect(failure).toBeHidden();
  complaints.provoked(/503/);
});

test('a lead in spam says so beside its name, and has no status to change until it is taken back', async ({
  office,
  person,
}) => {
  const ref = await office.lead({ name: 'Aziza Karimova' });
  await office.withStore((store) => store.changeLead(ref, { kind: 'spam', spam: true }, 'test'));
  const page = await person('Dilnoza');
  await page.goto(`/inbox/leads/${ref}`);
  const top = page.getByRole('article').locator('header');
  await expect(top.getByText(words.status.spam, { exact: true })).toBeVisible();
  await expect(page.getByRole('group', { name: lead.status })).toHaveCount(0);
  await top.getByRole('button', { name: lead.notSpam }).click();
  await expect(statusButton(page, 'new')).toHaveAttribute('aria-pressed', 'true');
  await expect(top.getByText(words.status.spam, { exact: true })).toHaveCount(0);
});

test('a delivery that failed says why in the words of the channel, and can be sent again', async ({
  office,
  person,
}) => {
  office.telegram.behave({
    status: 403,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ok: false, error_code: 403, description: 'Forbidden: bot was kicked' }),
  });
  const ref = await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  await page.goto(`/inbox/leads/${ref}`);
  const deliveries = page.getByRole('region', { name: lead.deliveries });
  await expect(async () => {
    await page.reload();
    await expect(deliveries).toContainText('bot was kicked', { timeout: 500 });
  }).toPass();
  office.telegram.behave('accept');
  await press(page, lead.resend);
  await expect(page.getByText(lead.resending)).toBeVisible();
  await expect.poll(() => office.telegram.messages.at(-1)?.text).toContain('Aziza Karimova');
  // By itself: who still saw it waiting would press again.
  await expect(deliveries.getByText(lead.pending)).toHaveCount(0);
  await expect(deliveries).toContainText(fill(lead.delivered, { time: '' }).trim());
});

test('who has written before is one touch away, and erasing one lead says that the others stay', async ({
  office,
  person,
}) => {
  const ref = await office.lead({ name: 'Aziza Karimova', phone: '90 765-43-21' });
  await office.lead({ name: 'Aziza', phone: '+998 90 765 43 21' });
  await office.lead({ name: 'Bekzod' });
  const page = await person('Dilnoza');
  await page.goto(`/inbox/leads/${ref}`);
  const others = page.getByRole('link', { name: fill(lead.others, { count: 1 }) });
  await expect(others).toBeVisible();
  await press(page, lead.erase);
  await expect(page.getByRole('dialog')).toContainText(fill(lead.eraseOthers, { count: 1 }));
  await press(page, words.cancel);
  await others.click();
  await expect(rows(page)).toContainText(['Aziza', 'Aziza Karimova']);
  await expect(rows(page)).toHaveCount(2);
});

test('erasing is asked twice, a double press erases nothing, and who has it open is told', async ({
  office,
  person,
  complaints,
}) => {
  await office.lead({ name: 'Bekzod' });
  const ref = await office.lead({ name: 'Aziza Karimova' });
  const [dilnoza, sardor] = [await person('Dilnoza'), await person('Sardor')];
  await sardor.goto(`/inbox/leads/${ref}`);
  await expect(heading(sardor, 'Aziza Karimova')).toBeVisible();
  await dilnoza.goto('/inbox');
  await open(dilnoza, 'Aziza Karimova');

  await press(dilnoza, lead.erase);
  await dilnoza.getByRole('button', { name: lead.eraseGoOn }).dblclick();
  await dilnoza.keyboard.press('Escape');
  await expect(dilnoza.getByRole('dialog')).toBeHidden();
  await expect(heading(dilnoza, 'Aziza Karimova')).toBeVisible();

  await press(dilnoza, lead.erase);
  await expect(dilnoza.getByRole('dialog')).toContainText('+998 90 123 45 67');
  await expect(dilnoza.getByRole('dialog')).toContainText(lead.eraseKept);
  await press(dilnoza, lead.eraseGoOn);
  await expect(dilnoza.getByRole('button', { name: lead.eraseNo })).toBeFocused();
  // On a slow network nobody may believe to have stopped it, nor has to wait for it.
  const goOn = await hold(dilnoza, `**/inbox/api/leads/${ref}`);
  await press(dilnoza, lead.eraseYes);
  await expect(dilnoza.getByRole('button', { name: lead.eraseNo })).toBeDisabled();
  await dilnoza.keyboard.press('Escape');
  await dilnoza.getByRole('link', { name: lead.back }).click();
  await open(dilnoza, 'Bekzod');
  goOn();
  await expect(dilnoza.getByText(lead.erased)).toBeVisible();
  await expect(heading(dilnoza, 'Bekzod')).toBeVisible();
  await dilnoza.getByRole('link', { name: lead.back }).click();
  await expect(rows(dilnoza)).toHaveCount(1);

  await expect(heading(sardor, lead.gone)).toBeVisible();
  await expect(sardor.getByText('Aziza Karimova')).toHaveCount(0);
  complaints.tolerated(/404/);
});

test('what is left for a person to delete in Telegram is said of each lead until they close it', async ({
  office,
  person,
}) => {
  const names = ['Aziza', 'Bekzod'];
  const refs: string[] = [];
  for (const name of names) {
    refs.push(await office.lead({ name }));
    await expect.poll(() => office.telegram.messages.at(-1)?.text).toContain(name);
  }
  const page = await person('Dilnoza');
  await page.clock.install();
  await page.goto('/inbox');
  // Too old to be deleted, and Telegram does not say why it will not have it edited.
  office.telegram.age(3 * 24 * 3_600_000);
  for (const message of office.telegram.messages) message.editable = false;
  const told = (ref = '') => page.getByRole('alert').getByText(fill(lead.messageByHand, { ref }));
  for (const [index, name] of names.entries()) {
    await open(page, name);
    // By key: what is said of the lead before lies over the button.
    for (const button of [lead.erase, lead.eraseGoOn, lead.eraseYes])
      await page.getByRole('button', { name: button, exact: true }).press('Enter');
    await expect(told(refs[index])).toBeVisible();
  }
  await page.clock.runFor(60_000);
  for (const ref of refs) {
    await expect(told(ref)).toBeVisible();
    await page.getByRole('alert').getByRole('button', { name: words.close }).first().click();
    await expect(told(ref)).toHaveCount(0);
  }
});

test('what an erased lead leaves in the database’s file for a while is told in the reader’s words', async ({
  office,
  person,
}) => {
  await office.lead({ name: 'Aziza' });
  const page = await person('Dilnoza');
  await page.goto('/inbox');
  await open(page, 'Aziza');
  const reader = new DatabaseSync(join(office.dataDir, 'leads.db'));
  reader.exec('begin; select * from contact_submissions');
  await press(page, lead.erase);
  await press(page, lead.eraseGoOn);
  await press(page, lead.eraseYes);
  await expect(page.getByText(lead.traces, { exact: true })).toBeVisible({ timeout: 15_000 });
  reader.close();
});
