/** With a configuration mistake the server exits with code 1 and one sentence that says what to change. */
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
const taken = createServer().listen(0, '127.0.0.1');
await once(taken, 'listening');
const takenPort = String((taken.address() as AddressInfo).port);
afterAll(() => {
  taken.close();
  rmSync(folder, { recursive: true });
});

test.concurrent.each<[string, Record<string, string>, RegExp]>([
  ['a data folder that cannot be written', { DATA_DIR: join(file, 'data') }, /^DATA_DIR cannot be used: /m],
  ['a port that is taken', { PORT: takenPort }, new RegExp(`PORT ${takenPort}: .*already in use`)],
  [
    'a database that cannot be reached',
    { DATABASE_URL: 'postgres://127.0.0.1:1/leads' },
    /^PostgreSQL: .*ECONNREFUSED/m,
  ],
  ['a setting that is mistyped', { RATE_LIMIT: 'much' }, /^RATE_LIMIT /m],
])('%s', async (_, environment, sentence) => {
  const settings = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, ...environment };
  const server = startProcess('server/main.ts', settings, [writeDist()]);
  expect(await server.ended).toBe(1);
  expect(server.output()).toMatch(sentence);
});
