import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { addLead } from '#server/leads/add.ts';
import { writeDist } from '#tests/example-dist.ts';
import { fastTempDir } from '#tests/fast-temp-dir.ts';
import { newLead } from '#tests/leads.ts';
import { startProcess, startServerProcess } from '#tests/processes.ts';
import { startMailStandIn } from '#tests/stand-ins/mail.ts';
import { startTelegramStandIn } from '#tests/stand-ins/telegram.ts';

async function startScene() {
  const dataDir = mkdtempSync(join(fastTempDir(), 'doctor-'));
  const telegram = await startTelegramStandIn({ token: '1:token', chatId: '-42' });
  const mail = await startMailStandIn();
  const settings = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    TELEGRAM_API_URL: telegram.url,
    TELEGRAM_BOT_TOKEN: '1:token',
    TELEGRAM_CHAT_ID: '-42',
    SMTP_URL: mail.url.replace('smtp://', 'smtp://user:hunter2@'),
    MAIL_TO: 'owner@example.uz',
  };
  const server = await startServerProcess(writeDist(), settings);
  await server.waitForOutput(/The site is at/);
  onTestFinished(async () => {
    await server.end('SIGKILL');
    await Promise.all([telegram.stop(), mail.stop()]);
    rmSync(dataDir, { recursive: true });
  });
  const doctor = async (changes: Record<string, string> = {}) => {
    const run = startProcess('scripts/doctor.ts', { ...settings, PORT: String(server.port), ...changes });
    return { code: await run.ended, output: run.output() };
  };
  return { dataDir, telegram, mail, doctor };
}

test('a healthy server: nothing is wrong, and nothing is sent to people', async () => {
  const { telegram, mail, doctor } = await startScene();
  await expect.poll(async () => (await doctor()).code, { timeout: 20_000 }).toBe(0);
  const { output } = await doctor();
  expect(output).toMatch(/ok .*\n/);
  for (const what of [
    'Leads can be stored',
    'Telegram answers',
    'The chat in Telegram answers',
    'The mail server answers',
    'The last backup was made',
  ])
    expect(output).toContain(`  ok   ${what}`);
  expect(output).toContain('note BACKUP_COMMAND is not set');
  expect(output).not.toContain('WRONG');
  expect(telegram.messages).toEqual([]);
  expect(mail.mails).toEqual([]);
});

test('says what is wrong, each in one line, without a secret', async () => {
  const { dataDir, doctor } = await startScene();
  chmodSync(dataDir, 0o755);
  const db = await openDatabase({ dataDir, databaseUrl: null });
  await addLead(db, newLead(), new Date(Date.now() + 3_600_000));
  await db.close();
  const { code, output } = await doctor({
    TELEGRAM_CHAT_ID: '42',
    SMTP_URL: 'smtp://user:hunter2@127.0.0.1:1',
    SITE_URL: 'https://127.0.0.1:1',
    WEBHOOK_URL: 'http://127.0.0.1:1/hunter2',
    WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
    BACKUP_EVERY: 'off',
    TRUSTED_PROXIE: '127.0.0.1',
  });
  expect(code).toBe(1);
  for (const what of [
    'TRUSTED_PROXIE is not a setting: did you mean TRUSTED_PROXIES?',
    'TRUSTED_PROXIES is not set: all visitors share one rate limit',
    'BACKUP_EVERY=off: there are no backups',
    `Others can read ${dataDir}`,
    'The clock is wrong: it is before the newest lead',
    'https://127.0.0.1:1 does not answer',
    'The chat in Telegram: HTTP 400: Bad Request: chat not found. Check TELEGRAM_CHAT_ID',
    'The mail server: ',
    'The webhook: ',
  ])
    expect(output).toContain(`WRONG  ${what}`);
  expect(output).not.toMatch(/hunter2|1:token/);
});

test('a mistyped setting ends it at once', async () => {
  const doctor = startProcess('scripts/doctor.ts', { PORT: 'abc' });
  expect(await doctor.ended).toBe(78);
  expect(doctor.output()).toBe('WRONG  PORT must be a whole number from 0 to 65535.\n');
});
