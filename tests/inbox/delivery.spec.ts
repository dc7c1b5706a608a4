/** The Delivery page, and the inbox during outages. */
import { uz as staffWords } from '#content/staff/uz.ts';
import { fill } from '#contract/fill.ts';
import { expect, press, reloadUntil, rows, startInboxService, test, words } from './fixtures.ts';

const { errors, firstRun, delivery, lead } = words;

test('a lost connection is shown; afterwards the list catches up without a reload', async ({
  service,
  signIn,
  consoleErrors,
}) => {
  await service.addLead({ name: 'Aziza Karimova' });
  const page = await signIn();
  await page.goto('/inbox');
  await expect(rows(page)).toHaveCount(1);
  await service.stop();
  await expect(page.getByText(errors.connectionLost)).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await service.start();
  await service.addLead({ name: 'Bekzod Raximov' });
  await expect(page.getByText(errors.connectionLost)).toBeHidden();
  await expect(rows(page)).toContainText(['Bekzod Raximov', 'Aziza Karimova']);
  consoleErrors.allowed(/net::ERR_/);
});

test('after a session was ended elsewhere, nothing read or typed is left on the page', async ({
  service,
  signIn,
  consoleErrors,
}) => {
  const ref = await service.addLead({ name: 'Aziza Karimova' });
  const page = await signIn();
  await page.goto(`/inbox/leads/${ref}`);
  await page.getByLabel(lead.note).fill('Ertaga soat 15 da');
  await page
    .context()
    .request.delete(`${service.inboxUrl}/api/session`, { headers: { Origin: service.url } });
  await expect(page.getByText(words.signIn.ended)).toBeVisible();
  await expect(page.getByText('Aziza')).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Ertaga');
  consoleErrors.allowed(/401/);
});

test('a failing channel is shown on every page; a successful test message ends the failure, and leads are delivered', async ({
  service,
  signIn,
}) => {
  const page = await signIn();
  const telegram = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Telegram', exact: true }) });
  await page.goto('/inbox/delivery');
  await expect(telegram.getByText(delivery.unused)).toBeVisible();

  service.telegram.behave({ status: 500 });
  await service.addLead({ name: 'Aziza Karimova' });
  const banner = page.getByRole('link', { name: delivery.bannerLink });
  await reloadUntil(page, '/inbox', () => expect(banner).toBeVisible({ timeout: 1000 }));
  await banner.click();
  await telegram.getByRole('button').click();
  await expect(telegram.getByText(delivery.testFailed.split('{')[0] as string)).toBeVisible();

  service.telegram.behave('accept');
  await telegram.getByRole('button').click();
  await expect(telegram.getByText(delivery.testSent)).toBeVisible();
  await expect(telegram.getByText(fill(delivery.failing, { time: '' }).trim())).toHaveCount(0);
  await expect.poll(() => service.telegram.messages.length).toBe(2);
  expect(service.telegram.messages.map(({ text }) => text).join()).toContain(staffWords.test.title);
  await reloadUntil(page, '/inbox/delivery', () =>
    expect(telegram.getByText(delivery.ok)).toBeVisible({ timeout: 1000 }),
  );
});

test('all leads that a channel gave up on are sent again with one press', async ({ service, signIn }) => {
  service.telegram.behave('disconnect');
  for (const name of ['Aziza Karimova', 'Sardor Aliyev']) await service.addLead({ name });
  await service.giveUpOnLeads('telegram');
  const page = await signIn();
  await page.goto('/inbox/delivery');
  service.telegram.behave('accept');
  const resendAll = page.getByRole('button', { name: `${delivery.resendAll}: Telegram` });
  await resendAll.click();
  await expect(resendAll).toHaveCount(0);
  await expect.poll(() => service.telegram.messages.length).toBe(2);
});

test('a failed delivery shows what to do, with the reason, and can be retried', async ({
  service,
  signIn,
}) => {
  service.telegram.behave({
    status: 403,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ok: false, error_code: 403, description: 'Forbidden: bot was kicked' }),
  });
  const ref = await service.addLead({ name: 'Aziza Karimova' });
  const page = await signIn();
  const deliveries = page.getByRole('region', { name: lead.deliveries });
  await reloadUntil(page, `/inbox/leads/${ref}`, () =>
    expect(deliveries).toContainText(`${delivery.errors.chat} HTTP 403: Forbidden`, {
      timeout: 500,
    }),
  );
  service.telegram.behave('accept');
  await press(page, lead.resend);
  await expect(page.getByText(lead.resending)).toBeVisible();
  await expect.poll(() => service.telegram.messages.at(-1)?.text).toContain('Aziza Karimova');
  await expect(deliveries.getByText(lead.pending)).toHaveCount(0);
  await expect(deliveries).toContainText(fill(lead.delivered, { time: '' }).trim());
});

test('without a channel the Delivery page says what to do, and an empty inbox lists the first steps', async ({
  page,
}) => {
  const service = await startInboxService({
    TELEGRAM_BOT_TOKEN: '',
    TELEGRAM_CHAT_ID: '',
    SMTP_URL: '',
    MAIL_TO: '',
  });
  await page.goto(`${service.inboxUrl}#enter=${await service.linkToken()}`);
  await press(page, words.signIn.enter);
  await page.getByLabel(words.signIn.name).fill('Dilnoza');
  await press(page, words.signIn.continue);
  const steps = page.getByRole('region', { name: firstRun.title });
  await expect(steps.getByRole('link')).toHaveText([firstRun.links, firstRun.telegram, firstRun.test]);
  await page.goto(`${service.inboxUrl}/delivery`);
  await expect(page.getByText(delivery.none)).toBeVisible();
  await page.close();
  await service.close();
});
