import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sqliteFile } from '../server/store/open.ts';
import { openSqliteStore } from '../server/store/sqlite.ts';
import type { NewLead, Store } from '../server/store/store.ts';
import { backUp } from './backup.ts';

const lead: NewLead = {
  ...{ name: 'Aziza', phone: '+998 90', email: null, message: 'Salom'.repeat(100) },
  ...{ idempotencyKey: null, language: 'uz', suspectedSpam: false },
};
let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-test-'));
  store = await openSqliteStore(sqliteFile(folder));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const run = (environment: Record<string, string>, ...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'backup.ts'), ...args], {
    env: { PATH: process.env.PATH, ...environment },
    encoding: 'utf8',
  });

describe('a backup', () => {
  it('made while leads come in holds every lead acknowledged before it, and restores', async () => {
    const before = await Promise.all(Array.from({ length: 200 }, () => store.addLead(lead)));
    let writing = true;
    let written = 0;
    const load = (async () => {
      while (writing) {
        await store.addLead(lead);
        written++;
      }
    })();
    const copy = join(folder, 'copy.db');
    for (let i = 0; i < 5; i++) await backUp(sqliteFile(folder), copy);
    writing = false;
    await load;
    expect(written).toBeGreaterThan(0);

    // The restore of docs/operations.md: the copy takes the file's place, without the old one's log.
    await store.close();
    for (const name of readdirSync(folder)) if (name !== 'copy.db') rmSync(join(folder, name));
    copyFileSync(copy, sqliteFile(folder));
    store = await openSqliteStore(sqliteFile(folder));
    const restored = new Set((await store.listLeads({})).map(({ ref }) => ref));
    expect(before.filter(({ ref }) => !restored.has(ref))).toEqual([]);
    expect(await store.addLead(lead)).toMatchObject({ stored: true });
  });

  it('is not begun where it would take the room that leads need', async () => {
    const { bavail, bsize } = statfsSync(folder);
    // A file with a hole in it takes no room itself.
    truncateSync(sqliteFile(folder), bavail * bsize + 1e9);
    await expect(backUp(sqliteFile(folder), join(folder, 'copy.db'))).rejects.toThrow(
      /^There is no room in .* MB\.$/,
    );
    expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual([]);
  });

  it('lets nobody in who was signed out after it was made', async () => {
    const now = new Date();
    const soon = new Date(now.getTime() + 60_000);
    await store.signIn.addSession({ holder: 'session', browser: '', expiresAt: soon }, now);
    await store.signIn.addCode({ holder: 'address', code: null, tries: 1, expiresAt: soon }, now);
    const copy = join(folder, 'copy.db');
    await backUp(sqliteFile(folder), copy);
    const restored = await openSqliteStore(copy);
    expect(await restored.signIn.findSession('session', now)).toBeNull();
    expect(await restored.signIn.spendAddress('address', now)).toBe(false);
    expect(await store.signIn.findSession('session', now)).not.toBeNull();
    await restored.close();
  });

  it('is made by the command, readable for its owner only, and leaves no halves', async () => {
    await store.addLead(lead);
    const target = join(folder, 'kept/leads.db');
    const { stdout, status } = run({ DATA_DIR: folder }, target);
    expect([status, stdout.trim()]).toEqual([0, `${target} holds 1 lead.`]);
    expect(statSync(target).mode & 0o077).toBe(0);
    expect(readdirSync(join(folder, 'kept'))).toEqual(['leads.db']);
  });

  it('removes the halves that a killed one left, not those under way nor what is not its own', () => {
    const folderOfBackups = join(folder, 'backups');
    mkdirSync(folderOfBackups);
    const old = [
      'leads-2026-01-01.db.part',
      'leads-2026-01-01.db.part-journal',
      'leads-2026-01-01.db.part-wal',
      'leads-2026-01-01.db.part-shm',
      'leads-2026-01-01.db',
      'mine.part',
    ];
    for (const name of [...old, 'leads-2026-01-02.db.part']) writeFileSync(join(folderOfBackups, name), 'x');
    const yesterday = Date.now() / 1000 - 86_400;
    for (const name of old) utimesSync(join(folderOfBackups, name), yesterday, yesterday);
    expect(run({ DATA_DIR: folder }).status).toBe(0);
    expect(readdirSync(folderOfBackups).sort()).toEqual([
      'leads-2026-01-01.db',
      'leads-2026-01-02.db.part',
      expect.stringMatching(/^leads-2\d{3}-.*T.*\.db$/),
      'mine.part',
    ]);
  });

  it('that fails leaves no half', async () => {
    await store.close();
    writeFileSync(sqliteFile(folder), 'no database'.repeat(1000));
    const target = join(folder, 'kept/leads.db');
    expect(run({ DATA_DIR: folder }, target).status).toBe(1);
    expect(readdirSync(join(folder, 'kept'))).toEqual([]);
  });

  it('goes to the data folder when no place is named', () => {
    expect(run({ DATA_DIR: folder }).status).toBe(0);
    expect(readdirSync(join(folder, 'backups'))).toEqual([expect.stringMatching(/^leads-2\d{3}-.*\.db$/)]);
  });

  it('says what to do instead when it cannot be made', () => {
    expect(run({ DATABASE_URL: 'postgres://db/leads' }).stderr).toContain(
      'pg_dump --exclude-table-data=sessions',
    );
    expect(run({ DATA_DIR: join(folder, 'nowhere') }).stderr).toContain('There is no');
    expect(run({ DATA_DIR: folder }, '--help').stderr).toContain('npm run backup [file]');
    const itself = run({ DATA_DIR: folder }, sqliteFile(folder));
    expect([itself.status, itself.stderr]).toEqual([1, expect.stringContaining('is the database itself')]);
    writeFileSync(join(folder, 'occupied'), '');
    const failed = run({ DATA_DIR: folder }, join(folder, 'occupied/copy.db'));
    expect([failed.status, failed.stderr.split('\n').length]).toEqual([1, 2]);
  });
});
