/** One lead all the way: the filled form, the store, Telegram, the provider's spreadsheet. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPages } from '../../server/pages/pages.ts';
import { startTestService } from '../service.ts';
import { startTelegramStandIn } from '../stand-ins/telegram.ts';
import { expect, hydrated, test } from './fixtures.ts';
import { fillIn, message, newName, phone, submit, successNotice } from './form.ts';

const root = join(import.meta.dirname, '../..');
const silent = { warn() {}, error() {} };

test('a lead goes from the form to a Telegram message and into the exported CSV', async ({ page }) => {
  const telegram = await startTelegramStandIn({ token: '1:test', chatId: '7' });
  const channel = { TELEGRAM_BOT_TOKEN: '1:test', TELEGRAM_CHAT_ID: '7', TELEGRAM_API_URL: telegram.url };
  const service = await startTestService(channel, {
    pages: createPages({ distDir: join(root, 'dist'), log: silent }),
  });
  try {
    const name = newName();
    await page.goto(`${service.url}/?lang=ru`);
    await hydrated(page);
    await fillIn(page, name, 'aziza@example.uz');
    await submit(page).click();
    await expect(successNotice(page)).toBeVisible();

    await expect.poll(() => telegram.messages.length).toBe(1);
    const [sent] = telegram.messages;
    for (const part of [name, phone, 'aziza@example.uz', message]) expect(sent?.text).toContain(part);

    const { stdout: csv } = await promisify(execFile)(process.execPath, ['server/cli/leads.ts', 'export'], {
      cwd: root,
      env: { ...process.env, DATA_DIR: service.config.dataDir },
    });
    expect(csv).toContain(`"${name}"`);
    expect(csv).toContain(phone);
    expect(csv).toContain(`"${message}"`);
  } finally {
    await service.stop();
    await telegram.stop();
  }
});
