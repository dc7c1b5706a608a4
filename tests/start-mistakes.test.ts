/** With a configuration mistake the server ends with one sentence that says what to change. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeDist } from './example-dist.ts';
import { startProcess, startServerProcess } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'mistakes-'));
const taken = createServer().listen(0, '127.0.0.1');
await once(taken, 'listening');
const takenPort = String((taken.address() as AddressInfo).port);
afterAll(() => {
  taken.close();
  rmSync(folder, { recursive: true });
});

async function start(environment: Record<string, string>) {
  const settings = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, ...environment };
  const server = startProcess('server/main.ts', settings, [writeDist()]);
  return { code: await server.ended, output: server.output() };
}

test.concurrent.each<[string, Record<string, string>, RegExp]>([
  ['a port that is taken', { PORT: takenPort }, new RegExp(`PORT ${takenPort}: .*already in use`)],
])('%s ends the server with one sentence; it may work the next time', async (_, environment, sentence) => {
  const { code, output } = await start(environment);
  expect(output).toMatch(sentence);
  expect(code).toBe(1);
});

test.concurrent.each<[string, Record<string, string>, RegExp]>([
  ['a setting that is mistyped', { RATE_LIMIT: 'much' }, /^RATE_LIMIT must be .*\n$/],
  ['an address that no machine has', { HOST: '999.1.1.1' }, /^HOST must be an IP address .*\n$/],
  [
    'a folder under systemd that depends on where the program is',
    { DATA_DIR: 'data', STATE_DIRECTORY: '/var/lib/site' },
    /^DATA_DIR must be an absolute path under systemd: DATA_DIR=\/var\/lib\/site\n$/,
  ],
  [
    'a # in a password',
    { DATABASE_URL: 'postgres://leads:p@secret#word@db/leads' },
    /^DATABASE_URL must be .* # as %23(?!.*secret).*\n$/,
  ],
  [
    'a / in a password',
    { SMTP_URL: 'smtps://u:1/secret@mail', MAIL_TO: 'a@b' },
    /^SMTP_URL must be .* \/ as %2F(?!.*secret).*\n$/,
  ],
])(
  '%s ends it with one sentence and the code after which systemd does not try again',
  async (_, environment, sentence) => {
    const { code, output } = await start(environment);
    expect(output).toMatch(sentence);
    expect(code).toBe(78);
  },
);

test('a misspelt setting is a warning in the log', async () => {
  const environment = { TRUSTED_PROXIE: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'warn' };
  const server = await startServerProcess(writeDist(), environment);
  await server.end('SIGKILL');
  expect(server.output()).toContain('TRUSTED_PROXIE is not a setting: did you mean TRUSTED_PROXIES?');
});

test('a # that would end a value of .env early is refused wherever the file is read', async () => {
  const at = mkdtempSync(join(folder, 'project-'));
  writeFileSync(
    join(at, '.env'),
    "BACKUP_COMMAND='cp $1 #'\nDATABASE_URL=postgres://leads:p@secret#word@db/leads\n",
  );
  const load = spawnSync(process.execPath, [join(import.meta.dirname, '../scripts/load-env.ts')], {
    cwd: at,
  });
  expect(load.status).toBe(78);
  expect(String(load.stderr)).toMatch(/^\.env: put DATABASE_URL in single quotes(?!.*secret).*\n$/);
});
