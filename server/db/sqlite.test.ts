import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addLead } from '#server/leads/add.ts';
import { eraseLead, removeErasedTraces } from '#server/leads/erase.ts';
import { newLead } from '#tests/leads.ts';
import { DatabaseUnavailable, type Db } from './db.ts';
import { openDatabase, sqliteFile } from './open.ts';
import { sql } from './sql.ts';
import { checkWritable } from './writable.ts';

let dataDir: string;
let db: Db;
beforeEach(async () => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'sqlite-test-')), 'data');
  db = await openDatabase({ dataDir, databaseUrl: null });
});
afterEach(async () => {
  await db.close();
  rmSync(dataDir, { recursive: true });
});

const everyByte = () =>
  Buffer.concat(readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name)))).toString('latin1');
const setting = async (name: string) =>
  Object.values((await db.get<object>(sql([`pragma ${name}`] as unknown as TemplateStringsArray))) ?? {})[0];

test('only the owner can read the folder, and every commit reaches the disk', async () => {
  expect(statSync(dataDir).mode & 0o077).toBe(0);
  expect(await setting('journal_mode')).toBe('wal');
  expect(await setting('synchronous')).toBe(2);
  expect(await setting('foreign_keys')).toBe(1);
  expect(await setting('secure_delete')).toBe(1);
});

test('after the nightly clean-up the files contain nothing of erased leads', async () => {
  for (let i = 0; i < 300; i++) {
    const { ref } = await addLead(db, newLead({ message: `mark-${i} of the erased` }));
    await eraseLead(db, ref);
  }
  await addLead(db, newLead({ message: 'mark of the living' }));
  await removeErasedTraces(db);
  expect(everyByte()).not.toContain('of the erased');
  expect(everyByte()).toContain('of the living');
});

test('a query waits for another process’s lock without blocking the event loop', async () => {
  const other = new DatabaseSync(sqliteFile(dataDir));
  other.exec('begin immediate');
  let turns = 0;
  const turning = setInterval(() => turns++, 5);
  setTimeout(() => other.exec('rollback'), 200);
  expect(await addLead(db, newLead())).toMatchObject({ stored: true });
  clearInterval(turning);
  other.close();
  expect(turns).toBeGreaterThan(0);
});

test('a health check writes nothing to the disk', async () => {
  const written = () => ['', '-wal'].map((name) => readFileSync(sqliteFile(dataDir) + name));
  const before = written();
  await checkWritable(db, { databaseUrl: null, dataDir });
  expect(written()).toEqual(before);
});

test('the start fails with a readable message on a damaged file', async () => {
  const damaged = { databaseUrl: null, dataDir: join(dataDir, 'damaged') };
  await (await openDatabase(damaged)).close();
  writeFileSync(sqliteFile(damaged.dataDir), 'no database'.repeat(1000));
  await expect(openDatabase(damaged)).rejects.toBeInstanceOf(DatabaseUnavailable);
});
