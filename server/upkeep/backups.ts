/** Copies of the SQLite database, made while the server runs. PostgreSQL has its own tools. */

import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { backupDays } from '#content/company.ts';
import { dayMs } from '#contract/tashkent-time.ts';
import type { Queries } from '#server/db/db.ts';
import { sqliteFile } from '#server/db/open.ts';
import { clearFailing, getState, putState, setFailing } from '#server/db/state.ts';
import type { Log } from '#server/outbox/channel.ts';
import { type Running, repeat } from '#server/runtime/repeat.ts';

const run = promisify(execFile);

/** A checked copy without sessions: a restored one must not let anyone in who has signed out since. */
export async function makeBackup(source: string, target: string): Promise<{ leads: number }> {
  if (resolve(target) === resolve(source))
    throw new Error(
      `${target} is the database itself. Give another file name for the backup, or leave it out.`,
    );
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const unfinished = `${target}.part`;
  try {
    writeFileSync(unfinished, '', { mode: 0o600 });
    copy(source, unfinished);
    const leads = checkAndClean(unfinished);
    await rename(unfinished, target);
    return { leads };
  } finally {
    await rm(unfinished, { force: true });
  }
}

function copy(source: string, target: string): void {
  using database = new DatabaseSync(source, { readOnly: true, timeout: 5000 });
  database.prepare('vacuum into ?').run(target);
}

/** Returns the number of leads. */
function checkAndClean(file: string): number {
  using database = new DatabaseSync(file);
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

type Options = { db: Queries; dataDir: string; everyMs: number; command: string | null; log: Log };

/** Copies the database every `everyMs`, runs BACKUP_COMMAND with each copy, and deletes old copies. */
export function startBackups(options: Options): Running {
  const { db, everyMs } = options;
  let waitMs = everyMs;
  return repeat(
    async (stopping) => {
      try {
        const last = await getState(db, 'backup');
        const age = last ? Date.now() - Date.parse(last.at) : everyMs;
        // A restart must not make an extra copy.
        waitMs = age < everyMs ? everyMs - age : everyMs;
        if (age >= everyMs) await backUp(options, stopping);
      } catch (error) {
        await recordFailure(options, 'backup', (error as Error).message);
      }
    },
    () => waitMs,
  );
}

async function backUp(options: Options, signal: AbortSignal): Promise<void> {
  const { db, dataDir, everyMs, command } = options;
  const file = backupFile(dataDir);
  await makeBackup(sqliteFile(dataDir), file);
  await recordSuccess(db, 'backup', file);
  const names = await readdir(backupFolder(dataDir));
  for (const name of oldCopies(names)) await rm(join(backupFolder(dataDir), name));
  if (!command) {
    await clearFailing(db, 'backup-command');
    return;
  }
  try {
    await run('sh', ['-c', command, 'sh', file], { signal, timeout: everyMs });
    await recordSuccess(db, 'backup-command', file);
  } catch (error) {
    if (signal.aborted) return;
    const { killed, code, stderr = '' } = error as { killed?: boolean; code: number; stderr?: string };
    const reason = killed ? 'took too long' : `exit code ${code}`;
    await recordFailure(options, 'backup-command', `${reason}: ${stderr.slice(-300).trim()}`);
  }
}

type Step = 'backup' | 'backup-command';

async function recordSuccess(db: Queries, step: Step, file: string): Promise<void> {
  await putState(db, step, file);
  await clearFailing(db, step);
}

async function recordFailure({ db, log }: Options, step: Step, error: string): Promise<void> {
  log.error({ error }, step === 'backup' ? 'The backup failed' : 'BACKUP_COMMAND failed');
  await setFailing(db, step, error).catch(() => {});
}

/** The copies to delete: all except those of the last day and the first of each of the last `backupDays` days. */
export function oldCopies(names: readonly string[], now = Date.now()): string[] {
  const copies = names.filter((name) => /^leads-\d{4}-\d\d-\d\dT[\d-]+\.db$/.test(name)).sort();
  const dayOf = (name: string) => name.slice('leads-'.length, 'leads-2026-11-19'.length);
  const dayBefore = (days: number) => new Date(now - days * dayMs).toISOString().slice(0, 10);
  return copies.filter((name, i) => {
    const isFirst = dayOf(name) !== dayOf(copies[i - 1] ?? '');
    return dayOf(name) <= dayBefore(backupDays) || (dayOf(name) < dayBefore(1) && !isFirst);
  });
}
