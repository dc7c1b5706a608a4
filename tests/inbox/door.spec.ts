/** Coming in and going out. */
import type { Page } from '@playwright/test';
import { fill } from '../../contract/fill.ts';
import { codeIn } from '../inbox.ts';
import { expect, openOffice, press, rows, search, test, words } from './fixtures.ts';

const { door, nav } = words;
const codeField = (page: Page) => page.getByLabel(door.code);

async function askForCode(page: Page, inbox: string) {
  await page.goto(inbox);
  await press(page, door.send);
  await expect(codeField(page)).toBeFocused();
}

async function typeCode(page: Page, code: string) {
  await codeField(page).fill(code);
  await codeField(page).press('Enter');
}

test('the code from the chat opens the inbox, in whatever way it is typed, and a name is asked for once', async ({
  page,
  office,
  complaints,
}) => {
  await office.lead({ name: 'Aziza Karimova' });
  await askForCode(page, office.inbox);
  const code = await office.code();

  await typeCode(page, code.startsWith('A') ? 'BBBB-BBBB' : 'AAAA-AAAA');
  await expect(page.getByRole('alert')).toContainText([fill(door.wrong, { left: 4 })]);
  complaints.provoked(/401/, 1);
  await test.step('the wrong one, which is selected to be typed over, stays readable', async () => {
    const selected = await codeField(page).evaluate((field: HTMLInputElement) => {
      const { color, backgroundColor } = getComputedStyle(field, '::selection');
      return { length: (field.selectionEnd ?? 0) - (field.selectionStart ?? 0), color, backgroundColor };
    });
    // Night on saffron, 8:1.
    expect(selected).toEqual({ length: 9, color: 'rgb(11, 27, 63)', backgroundColor: 'rgb(244, 169, 31)' });
  });

  await typeCode(page, ` ${code.replace('-', '').toLowerCase()} `);
  await page.getByLabel(door.name).fill('Dilnoza');
  await press(page, door.goOn);
  await expect(rows(page)).toContainText(['Aziza Karimova']);

  await page.reload();
  await expect(rows(page)).toContainText(['Aziza Karimova']);
  await expect(page.getByRole('button', { name: fill(nav.menu, { name: 'Dilnoza' }) })).toBeVisible();
});

test('a double tap asks for one code, which opens, and a wrong one uses up one try', async ({
  page,
  office,
  complaints,
}) => {
  // On a slow phone both come before anything is drawn.
  const tapTwice = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
  await page.goto(office.inbox);
  await tapTwice(door.send);
  const code = await office.code();
  await codeField(page).fill(code.startsWith('A') ? 'BBBB-BBBB' : 'AAAA-AAAA');
  await tapTwice(door.enter);
  await expect(page.getByRole('alert')).toContainText([fill(door.wrong, { left: 4 })]);
  complaints.provoked(/401/, 1);
  await typeCode(page, await office.code());
  await expect(page.getByLabel(door.name)).toBeVisible();
  expect(office.telegram.messages.filter(({ text }) => codeIn(text))).toHaveLength(1);
});

test('the code from the mailbox opens it, too, also after the phone has loaded the page again', async ({
  page,
  office,
}) => {
  await askForCode(page, office.inbox);
  await expect.poll(() => office.mail.mails.length).toBe(1);
  await page.reload();
  await typeCode(page, codeIn(office.mail.mails[0]?.text));
  await expect(page.getByRole('heading', { name: door.nameTitle })).toBeVisible();
});

test('the code is still asked for when the phone has closed the tab meanwhile', async ({
  page,
  office,
  context,
}) => {
  await askForCode(page, office.inbox);
  const code = await office.code();
  await page.close();
  const again = await context.newPage();
  await again.goto(office.inbox);
  await typeCode(again, code);
  await expect(again.getByRole('heading', { name: door.nameTitle })).toBeVisible();
});

test('who has a code can type it, also where the page does not know of it', async ({ page, office }) => {
  await askForCode(page, office.inbox);
  const code = await office.code();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.reload();
  await press(page, door.haveCode);
  await expect(codeField(page)).toBeFocused();
  await typeCode(page, code);
  await expect(page.getByRole('heading', { name: door.nameTitle })).toBeVisible();
});

test('after five wrong codes the right one is dead, and another can be asked for', async ({
  page,
  office,
  complaints,
}) => {
  await askForCode(page, office.inbox);
  const code = await office.code();
  for (const left of [4, 3, 2, 1]) {
    await typeCode(page, '0000-0000');
    await expect(page.getByText(fill(door.wrong, { left }))).toBeVisible();
  }
  await typeCode(page, '0000-0000');
  await expect(page.getByText(door.dead)).toBeVisible();
  await typeCode(page, code);
  await expect(page.getByText(door.dead)).toBeVisible();
  complaints.provoked(/401/);

  await press(page, door.another);
  await expect(page.getByText(door.dead)).toBeHidden();
  await expect.poll(() => office.telegram.messages.length).toBe(2);
  await typeCode(page, await office.code());
  await expect(page.getByRole('heading', { name: door.nameTitle })).toBeVisible();
});

test('a one-time address waits for its button, leaves the address bar, and works once', async ({
  page,
  office,
  complaints,
  context,
}) => {
  const address = `${office.inbox}#enter=${await office.token()}`;
  // In a tab that stands at the door already: only what follows # changes.
  await page.goto(office.inbox);
  await expect(page.getByRole('heading', { name: door.title })).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole('heading', { name: door.linkTitle })).toBeVisible();
  expect(page.url()).toBe(office.inbox);
  await page.getByRole('button', { name: door.enter }).dblclick();
  await page.getByLabel(door.name).fill('Dilnoza');
  await press(page, door.goOn);
  await expect(page.getByText(words.list.emptyNew)).toBeVisible();

  await context.clearCookies();
  await page.goto('about:blank');
  await page.goto(address);
  await press(page, door.enter);
  await expect(page.getByRole('alert').filter({ hasText: door.linkDead })).toBeVisible();
  complaints.provoked(/401/, 1);
  await press(page, door.goOnWithout);
  await expect(page.getByRole('button', { name: door.send })).toBeVisible();
});

test('where no code can be sent it says how to get in', async ({ page }) => {
  const bare = { TELEGRAM_BOT_TOKEN: '', TELEGRAM_CHAT_ID: '', SMTP_URL: '', MAIL_TO: '' };
  const office = await openOffice(bare);
  await page.goto(office.inbox);
  await expect(page.getByText('npm run -s leads -- sign-in')).toBeVisible();
  await office.close();
});

test('on the machine itself it says that it opens at the site’s own address', async ({
  page,
  complaints,
}) => {
  const office = await openOffice({ SITE_URL: 'https://study.example' });
  await page.goto(office.inbox);
  await expect(page.getByText(words.errors.elsewhere)).toBeVisible();
  complaints.provoked(/403/);
  await office.close();
});

test('who can be sent no code is told so, and of the other way in', async ({ page, office, complaints }) => {
  office.telegram.behave({ status: 500 });
  office.mail.behave('hang up');
  await page.goto(office.inbox);
  await press(page, door.send);
  await expect(page.getByText(door.unreachable)).toBeVisible();
  // A bot that was put out of the group will not be back in a minute.
  await expect(page.getByRole('alert').filter({ hasText: 'bir martalik havola' })).toBeVisible();
  complaints.provoked(/50\d/);
});

test('who signs out is out; who signs out everywhere puts everybody out, and they are told', async ({
  person,
  complaints,
}) => {
  const dilnoza = await person('Dilnoza');
  const sardor = await person('Sardor');
  await dilnoza.goto('/inbox');
  await sardor.goto('/inbox');
  await expect(search(sardor)).toBeVisible();

  await press(dilnoza, fill(nav.menu, { name: 'Dilnoza' }));
  await press(dilnoza, nav.signOut);
  await expect(dilnoza.getByRole('button', { name: door.send })).toBeVisible();
  await expect(dilnoza.getByText(door.ended)).toBeHidden();

  const owner = await person('Olim');
  await owner.goto('/inbox/figures');
  await press(owner, fill(nav.menu, { name: 'Olim' }));
  await press(owner, nav.everywhere);
  await owner.getByRole('dialog').getByRole('button', { name: nav.everywhere }).click();
  await expect(owner.getByRole('button', { name: door.send })).toBeVisible();

  await expect(sardor.getByText(door.ended)).toBeVisible();
  await expect(search(sardor)).toBeHidden();
  complaints.tolerated(/401/);
});
