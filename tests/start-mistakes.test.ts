/** A mistake in the configuration ends the start with a sentence that names what to change, and with exit code 1. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeDist } from './example-dist.ts';
import { startProcess } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'mistakes-'));
const file = join(folder, 'a-file');
writeFileSync(file, '');
const dist = writeDist();
const taken = createServer().listen(0, '127.0.0.1');
await once(taken, 'listening');
const takenPort = String((taken.address() as AddressInfo).port);
afterAll(() => {
  taken.close();
  for (const path of [folder, dist]) rmSync(path, { recursive: true, force: true });
});

/** What the server says beside its log before it gives up. */
async function start(environment: Record<string, string>, distDir = dist) {
  const defaults = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder };
  const server = startProcess('server/main.ts', { ...defaults, ...environment }, [distDir]);
  const code = await server.ended;
  const sentences = server
    .output()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'));
  return { code, sentences };
}

test.concurrent.each<[string, Record<string, string>, RegExp]>([
  ['a data folder that cannot be written', { DATA_DIR: join(file, 'data') }, /^DATA_DIR cannot be used: /],
  ['a port that is taken', { PORT: takenPort }, new RegExp(`PORT ${takenPort}: listen EADDRINUSE`)],
])('%s', async (_, environment, sentence) => {
  expect(await start(environment)).toEqual({ code: 1, sentences: [expect.stringMatching(sentence)] });
});

test.concurrent('several mistakes are told together', async () => {
  const { code, sentences } = await start({ PORT: '-1', RATE_LIMIT: 'much', TELEGRAM_CHAT_ID: '-5' });
  expect(code).toBe(1);
  expect(sentences.map((sentence) => sentence.split(' ')[0])).toEqual([
    'PORT',
    'RATE_LIMIT',
    'TELEGRAM_BOT_TOKEN',
  ]);
});

test.concurrent('pages that are older than the content, which is no reason not to serve them', async () => {
  const environment = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: mkdtempSync(join(folder, 'stale-')) };
  const server = startProcess('server/main.ts', environment, [dist]);
  await server.said(/The pages are out of date: content\/ .*npm run build/);
  await server.said(/The site is at/);
  expect(await server.end('SIGTERM')).toBe(0);
});
