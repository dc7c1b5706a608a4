/** From a visitor's form to the button in Telegram to the inbox, the provider's spreadsheet, and back again. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fillIn, phone, submit, message as written } from '../e2e/form.ts';
import { sardor, type TelegramMessage } from '../stand-ins/telegram.ts';
import { expect, heading, open, press, statusButton, test, words } from './fixtures.ts';

const root = join(import.meta.dirname, '../..');

test('a lead from the form is a message with buttons and a row of the file; what is pressed there is seen in the inbox, and the reverse', async ({
  office,
  person,
  page,
}) => {
  await page.goto(`${office.url}/`);
  await fillIn(page, 'Aziza Karimova', 'aziza@example.uz');
  // Who fills in a form faster than anybody can write is taken for a program.
  await page.waitForTimeout(2500);
  await submit(page).click();
  const shown = () => office.telegram.messages.find(({ text }) => text.includes('Aziza Karimova'));
  await expect.poll(() => shown()?.text).toContain(written);
  const message = shown() as TelegramMessage;
  for (const part of [phone, 'aziza@example.uz']) expect(message.text).toContain(part);
  const { stdout: csv } = await promisify(execFile)(process.execPath, ['server/cli/leads.ts', 'export'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: office.dataDir },
  });
  for (const part of ['"Aziza Karimova"', phone, `"${written}"`]) expect(csv).toContain(part);

  const dilnoza = await person('Dilnoza');
  await dilnoza.goto('/inbox');
  await open(dilnoza, 'Aziza Karimova');
  await expect(heading(dilnoza, 'Aziza Karimova')).toBeVisible();

  expect(await office.telegram.press(message, 'Bogʻlandik', { by: sardor })).toBe('Belgilandi: Bogʻlandik');
  await expect(statusButton(dilnoza, 'contacted')).toHaveAttribute('aria-pressed', 'true');
  office.telegram.say('Ertaga soat 15 da', { by: sardor, replyTo: message });
  const history = dilnoza.getByRole('region', { name: words.lead.history }).getByRole('listitem');
  await expect(history.filter({ hasText: 'Sardor' })).toHaveCount(2);
  await expect(history.filter({ hasText: 'Ertaga soat 15 da' })).toBeVisible();

  await statusButton(dilnoza, 'client').click();
  await expect.poll(() => message.text).toContain('Mijoz · Dilnoza');

  await dilnoza.goto('/inbox/health');
  await expect(dilnoza.getByRole('article').filter({ hasText: words.health.bot })).toContainText(
    words.health.botStates.well,
  );

  await dilnoza.goBack();
  // Telegram is away while the person is erased: Dilnoza is told, and the message goes later.
  office.telegram.behave({ status: 502 });
  await press(dilnoza, words.lead.erase);
  await press(dilnoza, words.lead.eraseGoOn);
  await press(dilnoza, words.lead.eraseYes);
  await expect(dilnoza.getByText(words.lead.messageLater)).toBeVisible();
  office.telegram.behave('accept');
  await expect.poll(() => message.deleted, { timeout: 30_000 }).toBe(true);
});
