/** Copies of the SQLite database, made while the server runs. PostgreSQL has tools of its own. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { Db } from './db/db.ts';
import { sqliteFile } from './db/open.ts';
import { getSetting, putSetting } from './db/settings.ts';
import type { Log } from './outbox/channel.ts';
import { type Running, repeat } from './repeat.ts';

const run = promisify(execFile);
const dayMs = 24 * 3_600_000;
const keptDays = 14;

/** A checked copy without sessions: a restored one must not let anyone in who has signed out since. */
export async function makeBackup(source: string, target: string): Promise<{ leads: number }> {
  if (resolve(target) === resolve(source))
    throw new Error(`${target} is the database itself. Name another file for the backup, or none.`);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const draft = `${target}.part`;
  try {
    writeFileSync(draft, '', { mode: 0o600 });
    copy(source, draft);
    const leads = finish(draft);
    await rename(draft, target);
    return { leads };
  } finally {
    await rm(draft, { force: true });
  }
}

function copy(source: string, draft: string): void {
  using database = new DatabaseSync(source, { readOnly: true, timeout: 5000 });
  database.prepare('vacuum into ?').run(draft);
}

function finish(draft: string): number {
  using database = new DatabaseSync(draft);
  const check = database.prepare('pragma integrity_check').get()?.integrity_check;
  if (check !== 'ok') throw new Error(`The copy is damaged: ${check}`);
  database.exec('pragma secure_delete = on; delete from sessions; delete from sign_in_codes');
  return Number(database.prepare('select count(*) as leads from contact_submissions').get()?.leads);
}

const backupFolder = (dataDir: string) => join(resolve(dataDir), 'backups');

export function backupFile(dataDir: string, now = new Date()): string {
  const time = now.toISOString().replace(/[:.]/g, '-').slice(0, 19);
  return join(backupFolder(dataDir), `leads-${time}.db`);
}

type Options = { db: Db; dataDir: string; everyMs: number; command: string | null; log: Log };

/** Copies the database every `everyMs`, runs BACKUP_COMMAND with each copy, and deletes old copies. */
export function startBackups(options: Options): Running {
  const { db, everyMs, command, log } = options;
  let waitMs = everyMs;
  return repeat(
    async (stopping) => {
      try {
        if (command) await lastSuccess(db, 'backup-command');
        const age = Date.now() - (await lastSuccess(db, 'backup'));
        // A restart makes no further copy.
        waitMs = age < everyMs ? everyMs - age : everyMs;
        if (age >= everyMs) await backUp(options, stopping);
      } catch (error) {
        log.error({ error: (error as Error).message }, 'The backup failed');
      }
    },
    () => waitMs,
  );
}

/** Its first call stores a start time for the alert about failing backups. */
async function lastSuccess(db: Db, name: 'backup' | 'backup-command'): Promise<number> {
  const last = await getSetting(db, name);
  if (!last) await putSetting(db, name, null);
  return last?.value ? Date.parse(last.at) : 0;
}

async function backUp({ db, dataDir, command, log }: Options, signal: AbortSignal): Promise<void> {
  const file = backupFile(dataDir);
  await makeBackup(sqliteFile(dataDir), file);
  await putSetting(db, 'backup', file);
  const names = await readdir(backupFolder(dataDir));
  for (const name of oldCopies(names)) await rm(join(backupFolder(dataDir), name));
  if (!command) return;
  try {
    await run('sh', ['-c', command, 'sh', file], { signal });
  } catch (error) {
    const { code, stderr } = error as { code: number | string; stderr: string };
    log.error({ error: `exit code ${code}: ${stderr.slice(-300).trim()}` }, 'BACKUP_COMMAND failed');
    return;
  }
  await putSetting(db, 'backup-command', file);
}

/** Keeps every copy for a day at least, and the first of each day for fourteen. */
export function oldCopies(names: readonly string[], now = Date.now()): string[] {
  const copies = names.filter((name) => /^leads-\d{4}-\d\d-\d\dT[\d-]+\.db$/.test(name)).sort();
  const dayOf = (name: string) => name.slice('leads-'.length, 'leads-2026-11-19'.length);
  const dayBefore = (days: number) => new Date(now - days * dayMs).toISOString().slice(0, 10);
  return copies.filter((name, i) => {
    const isFirst = dayOf(name) !== dayOf(copies[i - 1] ?? '');
    return dayOf(name) <= dayBefore(keptDays) || (dayOf(name) < dayBefore(1) && !isFirst);
  });
}
