import { hydrated } from '#tests/e2e/fixtures.ts';
import { fillIn, phone, submit, message as written } from '#tests/e2e/form.ts';
import { sardor, type TelegramMessage } from '#tests/stand-ins/telegram.ts';
import { erase, expect, history, open, statusButton, test, words } from './fixtures.ts';

test('the inbox shows changes made in Telegram, and the Telegram message shows changes made in the inbox', async ({
  service,
  signIn,
  page,
}) => {
  await page.clock.install();
  await page.goto(`${service.url}/`);
  await hydrated(page);
  await fillIn(page, 'Aziza Karimova', 'aziza@example.uz');
  // A form sent within two seconds would be marked as spam.
  await page.clock.fastForward(30_000);
  await submit(page).click();
  const shown = () => service.telegram.messages.find(({ text }) => text.includes('Aziza Karimova'));
  await expect.poll(() => shown()?.text).toContain(written);
  const message = shown() as TelegramMessage;
  for (const part of [phone, 'aziza@example.uz']) expect(message.text).toContain(part);

  const dilnoza = await signIn();
  await dilnoza.goto('/inbox');
  await open(dilnoza, 'Aziza Karimova');
  const { contacted } = words.status;
  expect(await service.telegram.press(message, contacted, { by: sardor })).toBe(`Belgilandi: ${contacted}`);
  await expect(statusButton(dilnoza, 'contacted')).toHaveAttribute('aria-pressed', 'true');
  service.telegram.say('Ertaga soat 15 da', { by: sardor, replyTo: message });
  await expect(history(dilnoza).filter({ hasText: 'Sardor' })).toHaveCount(2);
  await expect(history(dilnoza).filter({ hasText: 'Ertaga soat 15 da' })).toBeVisible();

  await statusButton(dilnoza, 'client').click();
  await expect.poll(() => message.text).toContain('Mijoz · Dilnoza');

  await erase(dilnoza);
  await expect.poll(() => message.deleted).toBe(true);
});
