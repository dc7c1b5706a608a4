import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { submissionPath } from '../contract/submission.ts';
import { removeDists, writeDist } from './example-dist.ts';
import { freePort } from './free-port.ts';
import { startProcess, type TestProcess } from './processes.ts';
import { startTelegramStandIn } from './stand-ins/telegram.ts';

/** Linux has a disk that is always full; elsewhere a file opened for reading cannot be written either. */
const fullDisk = () => (existsSync('/dev/full') ? openSync('/dev/full', 'w') : openSync(devNull, 'r'));

let dataDir: string;
let full: number;
let telegram: Awaited<ReturnType<typeof startTelegramStandIn>>;
let server: TestProcess;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'full-log-'));
  telegram = await startTelegramStandIn({ token: '1:token', chatId: '-42' });
});
afterEach(async () => {
  await server.end('SIGKILL');
  await telegram.stop();
  closeSync(full);
  rmSync(dataDir, { recursive: true, force: true });
  removeDists();
});

test('pages are served, leads stored and delivered when the disk of the log is full', async () => {
  full = fullDisk();
  const port = await freePort();
  server = startProcess(
    'server/main.ts',
    {
      ...{ HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir },
      ...{ TELEGRAM_BOT_TOKEN: '1:token', TELEGRAM_CHAT_ID: '-42', TELEGRAM_API_URL: telegram.url },
    },
    [writeDist()],
    full,
  );
  const url = `http://127.0.0.1:${port}`;
  const status = (path: string) =>
    fetch(url + path).then(
      (answer) => answer.status,
      () => 0,
    );
  let ended = false;
  void server.ended.then(() => {
    ended = true;
  });
  await vi.waitUntil(async () => ended || (await status('/healthz')) === 200, { timeout: 20_000 });
  const send = (body: object) =>
    fetch(url + submissionPath, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
      body: JSON.stringify(body),
    });

  const name = 'Dilnoza';
  const lead = { name, phone: '+998 90 123 45 67', email: null, message: 'Salom!' };
  for (let i = 0; i < 3; i++) expect((await send(lead)).status).toBe(201);
  expect((await send({})).status).toBe(400);
  await vi.waitUntil(() => telegram.messages.length === 3, { timeout: 20_000 });
  expect(await status('/')).toBe(200);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(server.output()).toBe('');
});
