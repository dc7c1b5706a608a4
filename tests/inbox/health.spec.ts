/** The Delivery page, and what the inbox says while something is down. */
import { uz as staff } from '../../content/staff/uz.ts';
import { fill } from '../../contract/fill.ts';
import {
  expect,
  openOffice,
  press,
  reloadUntil,
  rows,
  search,
  statusButton,
  test,
  words,
} from './fixtures.ts';

const { errors, health, lead } = words;

test('a lost connection is shown, ends by itself, and no lead of the meantime is missed', async ({
  office,
  person,
  consoleErrors,
}) => {
  await office.lead({ name: 'Aziza Karimova' });
  const page = await person();
  await page.goto('/inbox');
  await expect(rows(page)).toHaveCount(1);
  await office.stop();
  await expect(page.getByText(errors.lost)).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await office.start();
  await office.lead({ name: 'Bekzod Raximov' });
  await expect(page.getByText(errors.lost)).toBeHidden();
  await expect(rows(page)).toContainText(['Bekzod Raximov', 'Aziza Karimova']);
  consoleErrors.allowed(/net::ERR_/);
});

test('what cannot be saved says so, and no word of a note is lost', async ({
  office,
  person,
  consoleErrors,
}) => {
  const ref = await office.lead({ name: 'Aziza Karimova' });
  const page = await person();
  await page.goto(`/inbox/leads/${ref}`);
  await page.getByLabel(lead.note).fill('Ertaga soat 15 da');
  await office.stop();
  await press(page, lead.addNote);
  await expect(page.getByRole('alert').filter({ hasText: errors.offline })).toBeVisible();
  await expect(page.getByLabel(lead.note)).toHaveValue('Ertaga soat 15 da');
  await statusButton(page, 'client').click();
  await expect(statusButton(page, 'new')).toHaveAttribute('aria-pressed', 'true');
  await office.start();
  await press(page, lead.addNote);
  await expect(page.getByRole('region', { name: lead.history })).toContainText('Ertaga soat 15 da');
  consoleErrors.expected(/net::ERR_/);
});

test('a session that ends elsewhere leaves nothing of what was read or written', async ({
  office,
  person,
  consoleErrors,
}) => {
  const ref = await office.lead({ name: 'Aziza Karimova' });
  const page = await person();
  await page.goto(`/inbox/leads/${ref}`);
  await page.getByLabel(lead.note).fill('Ertaga soat 15 da');
  await page.context().request.delete(`${office.inbox}/api/session`, { headers: { Origin: office.url } });
  await expect(page.getByText(words.signIn.ended)).toBeVisible();
  await expect(page.getByText('Aziza')).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Ertaga');
  consoleErrors.allowed(/401/);
});

test('a failing channel is named on every page; a test message ends it, and leads arrive', async ({
  office,
  person,
}) => {
  const page = await person();
  const telegram = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Telegram', exact: true }) });
  await page.goto('/inbox/health');
  await expect(telegram.getByText(health.unused)).toBeVisible();

  office.telegram.behave({ status: 500 });
  await office.lead({ name: 'Aziza Karimova' });
  const banner = page.getByRole('link', { name: health.bannerLink });
  await reloadUntil(page, '/inbox', () => expect(banner).toBeVisible({ timeout: 1000 }));
  await banner.click();
  await telegram.getByRole('button').click();
  await expect(telegram.getByText(health.testFailed.split('{')[0] as string)).toBeVisible();

  office.telegram.behave('accept');
  await telegram.getByRole('button').click();
  await expect(telegram.getByText(health.testSent)).toBeVisible();
  await expect(telegram.getByText(fill(health.failing, { time: '' }).trim())).toHaveCount(0);
  await expect.poll(() => office.telegram.messages.length).toBe(2);
  expect(office.telegram.messages.map(({ text }) => text).join()).toContain(staff.test.title);
  await reloadUntil(page, '/inbox/health', () =>
    expect(telegram.getByText(health.ok)).toBeVisible({ timeout: 1000 }),
  );
});

test('several failures are told together, in a banner that leaves room for the leads', async ({
  office,
  person,
}) => {
  office.telegram.kick();
  office.mail.behave({ refuse: 'RCPT', code: 451, recipient: 'staff@example.uz' });
  await office.lead({ name: 'Aziza Karimova' });
  const page = await person();
  const banner = page.getByRole('status').filter({ hasText: health.bannerLink });
  await reloadUntil(page, '/inbox', async () => {
    for (const text of [health.botStates['no-chat'], 'staff@example.uz'])
      await expect(banner.getByText(text)).toBeVisible({ timeout: 1000 });
  });
  const { height = Infinity } = (await banner.boundingBox()) ?? {};
  expect(height).toBeLessThan((page.viewportSize()?.height ?? 0) / 4);
});

test('a delivery that failed says why, and can be sent again', async ({ office, person }) => {
  office.telegram.behave({
    status: 403,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ok: false, error_code: 403, description: 'Forbidden: bot was kicked' }),
  });
  const ref = await office.lead({ name: 'Aziza Karimova' });
  const page = await person();
  const deliveries = page.getByRole('region', { name: lead.deliveries });
  await reloadUntil(page, `/inbox/leads/${ref}`, () =>
    expect(deliveries).toContainText('bot was kicked', { timeout: 500 }),
  );
  office.telegram.behave('accept');
  await press(page, lead.resend);
  await expect(page.getByText(lead.resending)).toBeVisible();
  await expect.poll(() => office.telegram.messages.at(-1)?.text).toContain('Aziza Karimova');
  await expect(deliveries.getByText(lead.pending)).toHaveCount(0);
  await expect(deliveries).toContainText(fill(lead.delivered, { time: '' }).trim());
});

test('without a chat the page says how to connect one, and without channels that there are none', async ({
  page,
}) => {
  for (const [environment, text] of [
    [{ TELEGRAM_CHAT_ID: '', TELEGRAM_BUTTONS: 'on' }, health.botStates.unset],
    [{ TELEGRAM_BOT_TOKEN: '', TELEGRAM_CHAT_ID: '', SMTP_URL: '', MAIL_TO: '' }, health.none],
  ] as const) {
    const office = await openOffice(environment);
    await page.goto(`${office.inbox}#enter=${await office.token()}`);
    await press(page, words.signIn.enter);
    await page.getByLabel(words.signIn.name).fill('Dilnoza');
    await press(page, words.signIn.goOn);
    await expect(search(page)).toBeVisible();
    await reloadUntil(page, `${office.inbox}/health`, () =>
      expect(page.getByText(text)).toBeVisible({ timeout: 1000 }),
    );
    await page.goto('about:blank');
    await office.close();
  }
});
