/** A server that starts without its database: the pages are served, and everything runs as soon as the database opens. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { healthPath, inboxApiPath, submissionPath } from '#contract/addresses.ts';
import { page, writeDist } from './example-dist.ts';
import { fastTempDir } from './fast-temp-dir.ts';
import { startServerProcess } from './processes.ts';
import { startTelegramStandIn } from './stand-ins/telegram.ts';

const lead = { name: 'Aziza', phone: '+998 90 123 45 67', email: null, message: 'Salom' };

test('without its database a server shows the pages, says so, and stores and delivers leads once it is there', async () => {
  const folder = mkdtempSync(join(fastTempDir(), 'without-database-'));
  const dataDir = join(folder, 'data');
  writeFileSync(dataDir, 'a file in the way of the folder');
  const telegram = await startTelegramStandIn({ token: '1:token', chatId: '-42' });
  const server = await startServerProcess(writeDist(), {
    DATA_DIR: dataDir,
    TELEGRAM_BOT_TOKEN: '1:token',
    TELEGRAM_CHAT_ID: '-42',
    TELEGRAM_API_URL: telegram.url,
  });
  onTestFinished(async () => {
    await server.end('SIGKILL');
    await telegram.stop();
    rmSync(folder, { recursive: true });
  });
  const post = (type: string, body: string) =>
    fetch(server.url + submissionPath, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
      redirect: 'manual',
    });
  const send = () => post('application/json', JSON.stringify(lead));

  for (const path of ['/', '/privacy'])
    expect(await (await fetch(server.url + path)).text()).toBe(page(path.slice(1), 'uz'));
  const refused = await send();
  expect([refused.status, (await refused.json()).code]).toEqual([503, 'PGRST000']);
  const plain = await post('application/x-www-form-urlencoded', 'name=A&phone=1&message=m&page_language=ru');
  expect([plain.status, plain.headers.get('location')]).toEqual([303, '/?lang=ru#not-sent']);
  const inbox = await fetch(`${server.url + inboxApiPath}/leads`, { headers: { Cookie: 'inbox-session=x' } });
  expect([inbox.status, await inbox.json()]).toEqual([503, { error: 'unavailable' }]);
  expect((await fetch(server.url + healthPath)).status).toBe(503);
  expect(server.output()).toMatch(/"level":50.*DATA_DIR cannot be used.*The database cannot be opened/);

  rmSync(dataDir);
  await vi.waitUntil(async () => (await fetch(server.url + healthPath)).ok, { timeout: 30_000 });
  expect((await send()).status).toBe(201);
  await vi.waitUntil(() => telegram.messages.some(({ text }) => text.includes(lead.name)), {
    timeout: 30_000,
  });
  expect(await server.end('SIGTERM')).toBe(0);
});

test('a server that is stopped while it waits for its database ends at once', async () => {
  const server = await startServerProcess(writeDist(), { DATABASE_URL: 'postgres://127.0.0.1:1/leads' });
  await server.waitForOutput(/PostgreSQL: .*ECONNREFUSED/);
  expect(await server.end('SIGTERM')).toBe(0);
});
