import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { addLead } from '#server/leads/add.ts';
import { newLead } from '#tests/leads.ts';

const startBackup = (environment: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'backup.ts'), ...args], {
    env: { PATH: process.env.PATH, ...environment },
  });

test('the backup goes to the data folder, readable only by its owner', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const db = await openDatabase({ dataDir: folder, databaseUrl: null });
  await addLead(db, newLead());
  const { stdout } = await startBackup({ DATA_DIR: folder });
  await db.close();
  const [name = ''] = readdirSync(join(folder, 'backups'));
  expect(name).toMatch(/^leads-2\d{3}-.*T.*\.db$/);
  expect(stdout).toBe(`Backed up 1 lead to ${join(folder, 'backups', name)}.\n`);
  expect(statSync(join(folder, 'backups', name)).mode & 0o077).toBe(0);
});

test.each([
  ['of PostgreSQL that is not there', { DATABASE_URL: 'postgres://127.0.0.1:1/leads' }, [], 'ECONNREFUSED'],
  ['of no database', { DATA_DIR: '/nowhere' }, [], '/nowhere/leads.db does not exist.'],
  ['with unknown options', {}, ['--help'], 'Usage: npm run backup -- [FILE]'],
])('a backup %s fails with one sentence', async (_, environment, args, sentence) => {
  const stderr = expect.stringMatching(new RegExp(`^.*${RegExp.escape(sentence)}.*\n$`));
  await expect(startBackup(environment, ...args)).rejects.toMatchObject({ code: 1, stderr });
});
