import type { Page } from '@playwright/test';
import { fill } from '../../contract/fill.ts';
import { codeIn, expect, openOffice, press, rows, search, test, words } from './fixtures.ts';

const { signIn, nav, sessions } = words;
const codeField = (page: Page) => page.getByLabel(signIn.code);
const askForName = (page: Page) => page.getByRole('heading', { name: signIn.nameTitle });

async function askForCode(page: Page, inbox: string): Promise<void> {
  await page.goto(inbox);
  await press(page, signIn.send);
  await expect(codeField(page)).toBeFocused();
}

async function enter(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code);
  await codeField(page).press('Enter');
}

test('the code from the chat signs in, however it is typed, and the name is asked for once', async ({
  page,
  office,
  consoleErrors,
}) => {
  await office.lead({ name: 'Aziza Karimova' });
  await askForCode(page, office.inbox);
  const code = await office.code();
  await enter(page, code.startsWith('A') ? 'BBBB-BBBB' : 'AAAA-AAAA');
  await expect(page.getByRole('alert')).toContainText([fill(signIn.wrong, { left: 4 })]);
  consoleErrors.expected(/401/, 1);

  await enter(page, ` ${code.replace('-', '').toLowerCase()} `);
  await page.getByLabel(signIn.name).fill('Dilnoza');
  await press(page, signIn.continue);
  await expect(rows(page)).toContainText(['Aziza Karimova']);
  await page.reload();
  await expect(rows(page)).toContainText(['Aziza Karimova']);
  await expect(page.getByRole('button', { name: fill(nav.menu, { name: 'Dilnoza' }) })).toBeVisible();
});

test('the code from the mailbox signs in, also after the tab was closed', async ({
  page,
  office,
  context,
}) => {
  await askForCode(page, office.inbox);
  await expect.poll(() => office.mail.mails.length).toBe(1);
  await page.close();
  const again = await context.newPage();
  await again.goto(office.inbox);
  await enter(again, codeIn(office.mail.mails[0]?.text));
  await expect(askForName(again)).toBeVisible();
});

test('a one-time link waits for its button, leaves the address bar and works once', async ({
  page,
  office,
  consoleErrors,
  context,
}) => {
  const address = `${office.inbox}#enter=${await office.token()}`;
  await page.goto(address);
  await expect(page.getByRole('heading', { name: signIn.linkTitle })).toBeVisible();
  expect(page.url()).toBe(office.inbox);
  await page.getByRole('button', { name: signIn.enter }).dblclick();
  await page.getByLabel(signIn.name).fill('Dilnoza');
  await press(page, signIn.continue);
  await expect(page.getByText(words.list.emptyNew)).toBeVisible();

  await context.clearCookies();
  await page.goto('about:blank');
  await page.goto(address);
  await press(page, signIn.enter);
  await expect(page.getByRole('alert').filter({ hasText: signIn.linkExpired })).toBeVisible();
  consoleErrors.expected(/401/, 1);
  await press(page, signIn.useCode);
  await expect(page.getByRole('button', { name: signIn.send })).toBeVisible();
});

test('where no code can be sent the page says how to sign in', async ({ page, office, consoleErrors }) => {
  const bare = { TELEGRAM_BOT_TOKEN: '', TELEGRAM_CHAT_ID: '', SMTP_URL: '', MAIL_TO: '' };
  const withoutChannels = await openOffice(bare);
  await page.goto(withoutChannels.inbox);
  await expect(page.getByText('npm run -s leads -- sign-in')).toBeVisible();
  await withoutChannels.close();

  office.telegram.behave({ status: 500 });
  office.mail.behave('hang up');
  await page.goto(office.inbox);
  await press(page, signIn.send);
  await expect(page.getByText(signIn.unreachable)).toBeVisible();
  consoleErrors.expected(/50\d/);
});

test('signing out ends one session, signing everyone out ends all, and the others are told', async ({
  person,
  consoleErrors,
}) => {
  const [dilnoza, sardor, owner] = [await person('Dilnoza'), await person('Sardor'), await person('Olim')];
  for (const page of [dilnoza, sardor, owner]) await page.goto('/inbox');
  await expect(search(sardor)).toBeVisible();
  await press(dilnoza, fill(nav.menu, { name: 'Dilnoza' }));
  await press(dilnoza, nav.signOut);
  await expect(dilnoza.getByRole('button', { name: signIn.send })).toBeVisible();
  await expect(dilnoza.getByText(signIn.ended)).toBeHidden();
  await expect(search(sardor)).toBeVisible();

  await press(owner, fill(nav.menu, { name: 'Olim' }));
  await press(owner, nav.everywhere);
  await owner.getByRole('dialog').getByRole('button', { name: nav.everywhere }).click();
  await expect(owner.getByRole('button', { name: signIn.send })).toBeVisible();
  await expect(sardor.getByText(signIn.ended)).toBeVisible();
  await expect(search(sardor)).toBeHidden();
  consoleErrors.allowed(/401/);
});

test('anyone can end the session of someone who left', async ({ person, consoleErrors }) => {
  const [left, page] = [await person('Sardor'), await person()];
  for (const each of [left, page]) await each.goto('/inbox');
  await press(page, fill(nav.menu, { name: 'Dilnoza' }));
  await page.getByRole('link', { name: sessions.title }).click();
  await expect(page.getByRole('heading', { name: sessions.title })).toBeFocused();
  const list = page.getByRole('region', { name: sessions.title }).getByRole('listitem');
  await expect(list).toContainText([sessions.here, 'Sardor']);
  await list.nth(1).getByRole('button').click();
  await expect(left.getByText(signIn.ended)).toBeVisible();
  await page.reload();
  await expect(list).toHaveCount(1);
  consoleErrors.allowed(/401/);
});
