import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { backupDays } from '#content/company.ts';
import type { Db } from '#server/db/db.ts';
import { openDatabase, sqliteFile } from '#server/db/open.ts';
import { sql } from '#server/db/sql.ts';
import { getState } from '#server/db/state.ts';
import { addLead } from '#server/leads/add.ts';
import { findIncident } from '#server/outbox/incidents.ts';
import { newLead } from '#tests/leads.ts';
import { spiedLog } from '#tests/spied-log.ts';
import { makeBackup, oldCopies, startBackups } from './backups.ts';

const log = spiedLog();
let folder: string;
let copy: string;
let db: Db;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-test-'));
  copy = join(folder, 'kept', 'copy.db');
  db = await openDatabase({ dataDir: folder, databaseUrl: null });
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

/** The steps in docs/operations.md. */
async function restore(): Promise<void> {
  await db.close();
  for (const name of ['-wal', '-shm']) rmSync(sqliteFile(folder) + name, { force: true });
  copyFileSync(copy, sqliteFile(folder));
  db = await openDatabase({ dataDir: folder, databaseUrl: null });
}

const refs = async () =>
  (await db.all<{ ref: string }>(sql`select ref from contact_submissions`)).map(({ ref }) => ref);

test('a copy made while leads arrive contains every earlier lead, and can be restored', async () => {
  for (let i = 0; i < 100; i++) await addLead(db, newLead());
  const before = await refs();
  let running = true;
  const backup = makeBackup(sqliteFile(folder), copy).finally(() => {
    running = false;
  });
  while (running) {
    await addLead(db, newLead());
    await setImmediate();
  }
  const { leads } = await backup;
  await restore();
  expect(await refs()).toEqual(expect.arrayContaining(before));
  expect(await refs()).toHaveLength(leads);
  expect(await addLead(db, newLead())).toMatchObject({ stored: true });
});

test('a copy contains no sessions and no sign-in codes', async () => {
  await db.run(
    sql`insert into sessions (secret_hash, browser, created_at, expires_at) values ('a', '', '2026-11-19', '2027-11-19')`,
  );
  await db.run(
    sql`insert into sign_in_codes (secret_hash, attempts_left, expires_at) values ('a', 1, '2027-11-19')`,
  );
  await makeBackup(sqliteFile(folder), copy);
  await restore();
  expect(
    await db.all(sql`select secret_hash from sessions union all select secret_hash from sign_in_codes`),
  ).toEqual([]);
});

test('a backup that fails leaves the last copy unchanged, and no unfinished one', async () => {
  await makeBackup(sqliteFile(folder), copy);
  const { mtimeMs, mode } = statSync(copy);
  expect(mode & 0o077).toBe(0);
  const broken = join(folder, 'broken.db');
  writeFileSync(broken, 'no database'.repeat(1000));
  await expect(makeBackup(broken, copy)).rejects.toThrow('not a database');
  expect(readdirSync(join(folder, 'kept'))).toEqual(['copy.db']);
  expect(statSync(copy).mtimeMs).toBe(mtimeMs);
  await expect(makeBackup(copy, copy)).rejects.toThrow(`${copy} is the database itself.`);
});

test('the server copies the database and hands each copy to BACKUP_COMMAND', async () => {
  const mirror = join(folder, 'mirror.db');
  const command = `cp "$1" ${mirror}`;
  const backups = startBackups({ db, dataDir: folder, everyMs: 3_600_000, command, log });
  await vi.waitFor(async () => expect((await getState(db, 'backup-command'))?.value).toBeTruthy(), 10_000);
  await backups.stop();
  const file = (await getState(db, 'backup'))?.value ?? '';
  expect(file).toContain(join(folder, 'backups', 'leads-'));
  expect(readFileSync(mirror)).toEqual(readFileSync(file));
});

test('a command that fails is logged and recorded', async () => {
  const backups = startBackups({
    db,
    dataDir: folder,
    everyMs: 3_600_000,
    command: 'echo no space >&2; exit 3',
    log,
  });
  await vi.waitFor(() => expect(log.error).toHaveBeenCalled(), 10_000);
  await backups.stop();
  expect(log.error).toHaveBeenCalledWith({ error: 'exit code 3: no space' }, 'BACKUP_COMMAND failed');
  expect(await findIncident(db, 'backup-command')).toMatchObject({ error: 'exit code 3: no space' });
  expect(existsSync((await getState(db, 'backup'))?.value ?? '')).toBe(true);
});

test('a command that hangs is stopped when the next copy is due', async () => {
  const backups = startBackups({ db, dataDir: folder, everyMs: 500, command: 'exec sleep 60', log });
  await vi.waitFor(() => expect(log.error).toHaveBeenCalledTimes(2), 20_000);
  await backups.stop();
  expect(log.error).toHaveBeenCalledWith({ error: 'took too long: ' }, 'BACKUP_COMMAND failed');
});

test('copying a database of some size does not stop the server', async () => {
  await db.run(sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 3000)
    insert into contact_submissions (ref, name, phone, message, created_at, day)
      select n, 'Dilnoza', '1', hex(randomblob(500)), '2026-11-19', '2026-11-19' from numbers`);
  let isReading = false;
  const backup = makeBackup(sqliteFile(folder), copy).then(() => isReading);
  while (!existsSync(`${copy}.part`) || statSync(`${copy}.part`).size < 1_000_000) await setImmediate();
  // The copy grows meanwhile.
  isReading = true;
  expect(await backup).toBe(true);
});

test('what a killed process left of a copy is removed, with or without backups', async () => {
  const backupFolder = join(folder, 'backups');
  mkdirSync(backupFolder);
  for (const everyMs of [3_600_000, null]) {
    const left = ['leads-2026-11-19T01-00-00.db.part', 'leads-2026-11-19T01-00-00.db.part-journal'];
    for (const name of left) writeFileSync(join(backupFolder, name), '');
    const backups = startBackups({ db, dataDir: folder, everyMs, command: null, log });
    await vi.waitFor(() => expect(readdirSync(backupFolder).join()).not.toContain('.part'), 10_000);
    await backups.stop();
  }
});

const hourMs = 3_600_000;
const now = Date.parse('2026-11-20T12:00:00Z');
const namesOf = (ages: number[]) =>
  ages.map((age) => `leads-${new Date(now - age).toISOString().slice(0, 19).replaceAll(':', '-')}.db`);
/** As they are after a long time. */
const usual = () => {
  const names = namesOf(Array.from({ length: 20 * 24 }, (_, hours) => hours * hourMs));
  return names.filter((name) => !oldCopies(names, hourMs, now).includes(name)).sort();
};

test('a start with a clock 30 days ahead keeps the copies, and the next start makes one at the right time', async () => {
  onTestFinished(() => void vi.useRealTimers());
  const backupFolder = join(folder, 'backups');
  mkdirSync(backupFolder);
  for (const name of usual()) writeFileSync(join(backupFolder, name), '');
  const lastAt = async () => Date.parse((await getState(db, 'backup'))?.at ?? '');
  for (const clock of [now + 30 * 24 * hourMs, now]) {
    vi.useFakeTimers({ toFake: ['Date'], now: clock });
    const backups = startBackups({ db, dataDir: folder, everyMs: hourMs, command: null, log });
    await vi.waitFor(async () => expect(Math.abs((await lastAt()) - clock)).toBeLessThan(hourMs), 10_000);
    await backups.stop();
  }
  const left = readdirSync(backupFolder);
  const dayOf = (name: string) => name.slice(0, 'leads-2026-11-20'.length);
  expect(new Set(left.map(dayOf))).toEqual(new Set(['leads-2026-12-20', ...usual().slice(1).map(dayOf)]));
  // Each of the two new copies may replace one.
  expect(left.length).toBeGreaterThanOrEqual(usual().length - 1);
});

test('every copy is kept for two days, and one a day for as long as the privacy policy says', () => {
  expect(usual()).toHaveLength(48 + backupDays - 2);
  expect(usual()[0]).toBe('leads-2026-11-07T00-00-00.db');
});

test('a weekly copy is also kept for as long as the privacy policy says', () => {
  const weekly = namesOf([0, 7, 14, 21].map((days) => days * 24 * hourMs));
  expect(oldCopies(weekly, 7 * 24 * hourMs, now)).toEqual([weekly[3], weekly[2]]);
});

test('with BACKUP_EVERY=off old copies go, those of one day at a time', () => {
  const later = now + 15 * 24 * hourMs;
  const left = usual();
  const gone = () => oldCopies(left, null, later);
  expect(gone()).toEqual(['leads-2026-11-07T00-00-00.db']);
  while (gone().length > 0) left.splice(0, gone().length);
  expect(left).toEqual([]);
});
