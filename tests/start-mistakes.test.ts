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

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

test.concurrent.each<[string, Record<string, string>, RegExp]>([
  [
    'an address without a scheme',
    { SITE_URL: 'example.uz' },
    /^SITE_URL must be like https:\/\/example\.com/,
  ],
  [
    'an address with a path',
    { SITE_URL: 'https://example.uz/page' },
    /^SITE_URL must be like .*without a path/,
  ],
  ['another kind of database', { DATABASE_URL: 'mysql://db/leads' }, /^DATABASE_URL must be .*postgres:\/\//],
  ['a port that is no number', { PORT: 'eighty' }, /^PORT must be a whole number/],
  ['a chat without a token', { TELEGRAM_CHAT_ID: '-5' }, /^TELEGRAM_BOT_TOKEN is missing/],
  ['a mail server without a receiver', { SMTP_URL: 'smtp://mail.example' }, /^MAIL_TO is missing/],
  ['a webhook without a secret', { WEBHOOK_URL: 'https://hook.example' }, /^WEBHOOK_SECRET is missing/],
  ['a webhook address that is none', { WEBHOOK_URL: 'hook', WEBHOOK_SECRET: secret }, /^WEBHOOK_URL must be/],
  ['a proxy that is no address', { TRUSTED_PROXIES: 'caddy' }, /^TRUSTED_PROXIES must hold addresses/],
  ['a data folder that cannot be written', { DATA_DIR: join(file, 'data') }, /^DATA_DIR cannot be used: /],
  ['a port that is taken', { PORT: takenPort }, new RegExp(`^PORT ${takenPort} is taken by another program`)],
  [
    'an address of another machine',
    { HOST: '203.0.113.9' },
    /^HOST 203\.0\.113\.9 is not an address of this/,
  ],
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

test.concurrent('a site that was never built', async () => {
  const { code, sentences } = await start({}, folder);
  expect(code).toBe(1);
  expect(sentences).toEqual([
    expect.stringMatching(/^There is no built site in .*: run `npm run build` first\.$/),
  ]);
});

test.concurrent('pages that are older than the content, which is no reason not to serve them', async () => {
  const environment = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: mkdtempSync(join(folder, 'stale-')) };
  const server = startProcess('server/main.ts', environment, [dist]);
  await server.said(/The pages are not what is in content\/ .*npm run build/);
  await server.said(/The site is at/);
  expect(await server.end('SIGTERM')).toBe(0);
});

test.concurrent('passwords in a wrong address are not repeated', async () => {
  const { sentences } = await start({ DATABASE_URL: 'mysql://user:hunter2@db/leads' });
  expect(sentences.join()).not.toContain('hunter2');
});
