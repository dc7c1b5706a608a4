/** The real program, its log going to a disk that is full, or to somebody who does not read it. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, constants, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { submissionPath } from '../contract/submission.ts';
import { removeDists, writeDist } from './example-dist.ts';
import { startProcess, type TestProcess } from './processes.ts';
import { newDatabase } from './shared-postgres.ts';
import { startTelegramStandIn } from './stand-ins/telegram.ts';

/** Linux has a disk that is always full; elsewhere a file opened for reading cannot be written either. */
const fullDisk = () => (existsSync('/dev/full') ? openSync('/dev/full', 'w') : openSync(devNull, 'r'));

/** A pipe that holds as much as it can, and is read by nobody. */
function fullPipe(): number {
  const name = join(dataDir, 'pipe');
  execFileSync('mkfifo', [name]);
  const pipe = openSync(name, 'r+');
  // Opened anew: that a write does not wait would else be true of the one that is handed on, too.
  const filling = openSync(name, constants.O_RDWR | constants.O_NONBLOCK);
  for (const bytes of [4096, 1])
    try {
      for (;;) writeSync(filling, Buffer.alloc(bytes));
    } catch (error) {
      expect(error).toMatchObject({ code: 'EAGAIN' });
    }
  closeSync(filling);
  return pipe;
}

/** Nobody can read on which port it listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

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

test.each([
  ['a disk that is full, with SQLite', fullDisk, async () => ({})],
  ['a disk that is full, with PostgreSQL', fullDisk, async () => ({ DATABASE_URL: await newDatabase() })],
  ['a pipe that nobody reads from', fullPipe, async () => ({})],
])(
  'pages are served, leads stored and delivered when nothing can be logged: %s',
  async (_, place, database) => {
    full = place();
    const port = await freePort();
    server = startProcess(
      'server/main.ts',
      {
        ...{ HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, ...(await database()) },
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
  },
);
