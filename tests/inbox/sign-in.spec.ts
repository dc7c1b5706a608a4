import type { Page } from '@playwright/test';
import { fill } from '#contract/fill.ts';
import { codeIn, expect, press, rows, search, startInboxService, test, words } from './fixtures.ts';

const { signIn: texts, nav, sessions } = words;
const codeField = (page: Page) => page.getByLabel(texts.code);
const nameHeading = (page: Page) => page.getByRole('heading', { name: texts.nameTitle });

async function askForCode(page: Page, inbox: string): Promise<void> {
  await page.goto(inbox);
  await press(page, texts.send);
  await expect(codeField(page)).toBeFocused();
}

async function enter(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code);
  await codeField(page).press('Enter');
}

test('the code from the chat signs in, in any spelling, and the name is asked only once', async ({
  page,
  service,
  consoleErrors,
}) => {
  await service.addLead({ name: 'Aziza Karimova' });
  await askForCode(page, service.inboxUrl);
  const code = await service.codeFromChat();
  await enter(page, code.startsWith('A') ? 'BBBB-BBBB' : 'AAAA-AAAA');
  await expect(page.getByRole('alert')).toContainText([fill(texts.wrong, { left: 4 })]);
  consoleErrors.expected(/401/, 1);

  await enter(page, ` ${code.replace('-', '').toLowerCase()} `);
  await page.getByLabel(texts.name).fill('Dilnoza');
  await press(page, texts.continue);
  await expect(rows(page)).toContainText(['Aziza Karimova']);
  await page.reload();
  await expect(rows(page)).toContainText(['Aziza Karimova']);
  await expect(page.getByRole('button', { name: fill(nav.menu, { name: 'Dilnoza' }) })).toBeVisible();
});

test('the validity of the code counts down', async ({ page, service }) => {
  await page.clock.install();
  await askForCode(page, service.inboxUrl);
  await expect(page.getByText(fill(texts.validFor, { minutes: 10 }))).toBeVisible();
  await page.clock.runFor(61_000);
  await expect(page.getByText(fill(texts.validFor, { minutes: 9 }))).toBeVisible();
  await page.clock.runFor(10 * 60_000);
  await expect(codeField(page)).toBeHidden();
  await expect(page.getByText(texts.intro)).toBeVisible();
});

test('the device remembers the name, which can be changed in the menu', async ({ page, service }) => {
  const link = async () => {
    await page.goto('about:blank');
    await page.goto(`${service.inboxUrl}#enter=${await service.linkToken()}`);
    await press(page, texts.enter);
  };
  await link();
  await page.getByLabel(texts.name).fill('Dilnza');
  await press(page, texts.continue);
  await press(page, fill(nav.menu, { name: 'Dilnza' }));
  await press(page, nav.signOut);
  await expect(page.getByRole('button', { name: texts.send })).toBeVisible();
  await link();
  await press(page, fill(nav.menu, { name: 'Dilnza' }));
  await press(page, fill(nav.rename, { name: 'Dilnza' }));
  await expect(page.getByLabel(texts.name)).toHaveValue('Dilnza');
  await page.getByLabel(texts.name).fill('Dilnoza');
  await press(page, texts.continue);
  await expect(page.getByRole('button', { name: fill(nav.menu, { name: 'Dilnoza' }) })).toBeVisible();
});

test('the code from the mail signs in, even after the tab was closed', async ({ page, service, context }) => {
  await askForCode(page, service.inboxUrl);
  await expect.poll(() => service.mail.mails.length).toBe(1);
  await page.close();
  const again = await context.newPage();
  await again.goto(service.inboxUrl);
  await enter(again, codeIn(service.mail.mails[0]?.text));
  await expect(nameHeading(again)).toBeVisible();
});

test('a one-time link needs a click, disappears from the address bar and works once', async ({
  page,
  service,
  consoleErrors,
  context,
}) => {
  const address = `${service.inboxUrl}#enter=${await service.linkToken()}`;
  await page.goto(address);
  await expect(page.getByRole('heading', { name: texts.linkTitle })).toBeVisible();
  expect(page.url()).toBe(service.inboxUrl);
  await page.getByRole('button', { name: texts.enter }).dblclick();
  await page.getByLabel(texts.name).fill('Dilnoza');
  await press(page, texts.continue);
  await expect(page.getByText(words.list.emptyNew)).toBeVisible();

  await context.clearCookies();
  await page.goto('about:blank');
  await page.goto(address);
  await press(page, texts.enter);
  await expect(page.getByRole('alert').filter({ hasText: texts.linkExpired })).toBeVisible();
  consoleErrors.expected(/401/, 1);
  await press(page, texts.useCode);
  await expect(page.getByRole('button', { name: texts.send })).toBeVisible();
});

test('if no code can be sent, the page says how to sign in', async ({ page, service, consoleErrors }) => {
  const bare = { TELEGRAM_BOT_TOKEN: '', TELEGRAM_CHAT_ID: '', SMTP_URL: '', MAIL_TO: '' };
  const withoutChannels = await startInboxService(bare);
  await page.goto(withoutChannels.inboxUrl);
  await expect(page.getByText('npm run -s leads -- sign-in')).toBeVisible();
  await withoutChannels.close();

  service.telegram.behave({ status: 500 });
  service.mail.behave('disconnect');
  await page.goto(service.inboxUrl);
  await press(page, texts.send);
  await expect(page.getByText(texts.unreachable)).toBeVisible();
  consoleErrors.expected(/50\d/);
});

test('signing out ends one session; signing everyone out ends all and tells the others', async ({
  signIn,
  consoleErrors,
}) => {
  const [dilnoza, sardor, olim] = [await signIn('Dilnoza'), await signIn('Sardor'), await signIn('Olim')];
  for (const page of [dilnoza, sardor, olim]) await page.goto('/inbox');
  await expect(search(sardor)).toBeVisible();
  await press(dilnoza, fill(nav.menu, { name: 'Dilnoza' }));
  await press(dilnoza, nav.signOut);
  await expect(dilnoza.getByRole('button', { name: texts.send })).toBeVisible();
  await expect(dilnoza.getByText(texts.ended)).toBeHidden();
  await expect(search(sardor)).toBeVisible();

  await press(olim, fill(nav.menu, { name: 'Olim' }));
  await press(olim, nav.everywhere);
  await olim.getByRole('dialog').getByRole('button', { name: nav.everywhere }).click();
  await expect(olim.getByRole('button', { name: texts.send })).toBeVisible();
  await expect(sardor.getByText(texts.ended)).toBeVisible();
  await expect(search(sardor)).toBeHidden();
  consoleErrors.allowed(/401/);
});

test('any staff member can end another’s session', async ({ signIn, consoleErrors }) => {
  const [sardor, page] = [await signIn('Sardor'), await signIn()];
  for (const each of [sardor, page]) await each.goto('/inbox');
  await press(page, fill(nav.menu, { name: 'Dilnoza' }));
  await page.getByRole('link', { name: sessions.title }).click();
  await expect(page.getByRole('heading', { name: sessions.title })).toBeFocused();
  const list = page.getByRole('region', { name: sessions.title }).getByRole('listitem');
  await expect(list).toContainText([sessions.here, 'Sardor']);
  await list.nth(1).getByRole('button').click();
  await expect(sardor.getByText(texts.ended)).toBeVisible();
  await page.reload();
  await expect(list).toHaveCount(1);
  consoleErrors.allowed(/401/);
});
