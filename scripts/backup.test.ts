import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, sqliteFile } from '../server/store/open.ts';
import type { Store } from '../server/store/store.ts';
import { exampleNewLead } from '../tests/example-lead.ts';
import { backUp } from './backup.ts';

let folder: string;
let copy: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-test-'));
  copy = join(folder, 'kept', 'copy.db');
  store = await openStore({ dataDir: folder, databaseUrl: null });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const startBackup = (environment: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'backup.ts'), ...args], {
    env: { PATH: process.env.PATH, ...environment },
  });

/** As docs/operations.md says: without the log of the old file. */
async function restore(): Promise<void> {
  await store.close();
  for (const name of ['', '-wal', '-shm']) rmSync(sqliteFile(folder) + name, { force: true });
  copyFileSync(copy, sqliteFile(folder));
  store = await openStore({ dataDir: folder, databaseUrl: null });
}

test('a backup made while leads come in has every lead stored before it', async () => {
  const before = await Promise.all(Array.from({ length: 200 }, (_, i) => store.addLead(exampleNewLead(i))));
  const command = startBackup({ DATA_DIR: folder }, copy);
  let running = true;
  const ended = command.finally(() => {
    running = false;
  });
  while (running) {
    await store.addLead(exampleNewLead());
    await setImmediate();
  }
  const { stdout } = await ended;
  await restore();
  const restored = (await store.listLeads({})).map(({ ref }) => ref);
  expect(restored).toEqual(expect.arrayContaining(before.map(({ ref }) => ref)));
  expect(stdout).toBe(`Backed up ${restored.length} leads to ${copy}.\n`);
  expect(await store.addLead(exampleNewLead())).toMatchObject({ stored: true });
});

test('a restored backup lets nobody in who was signed out after it was made', async () => {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 60_000);
  await store.signIn.addSession({ holder: 'session', browser: '', expiresAt }, now);
  await store.signIn.addCode({ holder: 'address', code: null, tries: 1, expiresAt }, now);
  await backUp(sqliteFile(folder), copy);
  expect(await store.signIn.findSession('session', now)).not.toBeNull();
  await restore();
  expect(await store.signIn.findSession('session', now)).toBeNull();
  expect(await store.signIn.spendAddress('address', now)).toBe(false);
});

test('without a name the backup is put into the data folder, readable by its owner only', async () => {
  const { stdout } = await startBackup({ DATA_DIR: folder });
  const [name = '', ...more] = readdirSync(join(folder, 'backups'));
  expect(name).toMatch(/^leads-2\d{3}-.*T.*\.db$/);
  expect(more).toEqual([]);
  expect(stdout).toBe(`Backed up 0 leads to ${join(folder, 'backups', name)}.\n`);
  expect(statSync(join(folder, 'backups', name)).mode & 0o077).toBe(0);
});

test('a backup that fails leaves the last one as it was, and no draft', async () => {
  await backUp(sqliteFile(folder), copy);
  const { mtimeMs } = statSync(copy);
  await store.close();
  writeFileSync(sqliteFile(folder), 'no database'.repeat(1000));
  await expect(backUp(sqliteFile(folder), copy)).rejects.toThrow('not a database');
  expect(readdirSync(join(folder, 'kept'))).toEqual(['copy.db']);
  expect(statSync(copy).mtimeMs).toBe(mtimeMs);
});

test.each([
  ['of PostgreSQL', { DATABASE_URL: 'postgres://db/leads' }, [], 'pg_dump --exclude-table-data=sessions'],
  ['of no database', { DATA_DIR: '/nowhere' }, [], '/nowhere/leads.db does not exist.'],
  ['with unknown options', {}, ['--help'], 'Usage: npm run backup -- [FILE]'],
])('a backup %s is refused with one sentence', async (_, environment, args, sentence) => {
  const stderr = expect.stringMatching(new RegExp(`^.*${RegExp.escape(sentence)}.*\n$`));
  await expect(startBackup(environment, ...args)).rejects.toMatchObject({ code: 1, stderr });
});

test('a backup onto the database itself is refused', async () => {
  const file = sqliteFile(folder);
  await expect(backUp(file, file)).rejects.toThrow(`${file} is the database itself.`);
});
