/** Copies of the SQLite database, made while the server runs. Those of PostgreSQL are made by hand (scripts/backup.ts). */

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { backupDays } from '#content/company.ts';
import { dayMs } from '#contract/tashkent-time.ts';
import type { Queries } from '#server/db/db.ts';
import { sqliteFile } from '#server/db/open.ts';
import { getState, putState } from '#server/db/state.ts';
import { closeIncident, openIncident } from '#server/outbox/incidents.ts';
import type { Log } from '#server/runtime/log.ts';
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
    const program = join(import.meta.dirname, 'copy-database.ts');
    const { stdout } = await run(process.execPath, [program, source, unfinished]).catch((error) => {
      throw new Error(error.stderr || error.message);
    });
    await rename(unfinished, target);
    return { leads: Number(stdout) };
  } finally {
    await rm(unfinished, { force: true });
  }
}

export const backupFolder = (dataDir: string) => join(resolve(dataDir), 'backups');

export function backupFile(dataDir: string, ending = '.db'): string {
  const time = new Date().toISOString().replace(/[:.]/g, '-').slice(0, 19);
  return join(backupFolder(dataDir), `leads-${time}${ending}`);
}

type Options = { db: Queries; dataDir: string; everyMs: number | null; command: string | null; log: Log };

/** Copies the database every `everyMs`, if not null, runs BACKUP_COMMAND with each copy, and deletes old copies. */
export function startBackups(options: Options): Running {
  const { db, dataDir, everyMs } = options;
  let waitMs = everyMs ?? dayMs;
  return repeat(
    async (stopping) => {
      try {
        await removeOldCopies(dataDir, everyMs);
        if (everyMs === null) {
          for (const step of ['backup', 'backup-command']) await closeIncident(db, step);
          return;
        }
        const last = await getState(db, 'backup');
        const age = last ? Date.now() - Date.parse(last.at) : everyMs;
        // A restart must not make an extra copy. A negative age: the clock was ahead.
        const isDue = age < 0 || age >= everyMs;
        waitMs = isDue ? everyMs : everyMs - age;
        if (isDue) await backUp(options, everyMs, stopping);
      } catch (error) {
        await recordFailure(options, 'backup', (error as Error).message);
      }
    },
    () => waitMs,
  );
}

/** And what a killed process left unfinished. */
async function removeOldCopies(dataDir: string, everyMs: number | null): Promise<void> {
  const folder = backupFolder(dataDir);
  const names = existsSync(folder) ? await readdir(folder) : [];
  const unfinished = names.filter((name) => /^leads-.*\.part(-\w+)?$/.test(name));
  for (const name of [...unfinished, ...oldCopies(names, everyMs)]) await rm(join(folder, name));
}

async function backUp(options: Options, everyMs: number, signal: AbortSignal): Promise<void> {
  const { db, dataDir, command } = options;
  const file = backupFile(dataDir);
  await makeBackup(sqliteFile(dataDir), file);
  await recordSuccess(db, 'backup', file);
  await removeOldCopies(dataDir, everyMs);
  if (!command) {
    await closeIncident(db, 'backup-command');
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
  await closeIncident(db, step);
}

async function recordFailure({ db, log }: Options, step: Step, error: string): Promise<void> {
  log.error({ error }, step === 'backup' ? 'The backup failed' : 'BACKUP_COMMAND failed');
  await openIncident(db, step, error).catch(() => {});
}

/**
 * All copies of two days stay, and the first of each of the last `backupDays` days. The clock is not believed alone: a copy
 * goes only if as many newer ones exist as were made in that time or, if none are made, those of one day at a time.
 */
export function oldCopies(names: readonly string[], everyMs: number | null, now = Date.now()): string[] {
  const copies = names
    .filter((name) => /^leads-\d{4}-\d\d-\d\dT[\d-]+(-replaced)?\.(db|json)(-wal)?$/.test(name))
    .sort();
  const dayOf = (name: string) => name.slice('leads-'.length, 'leads-2026-11-19'.length);
  const dayBefore = (days: number) => new Date(now - days * dayMs).toISOString().slice(0, 10);
  const days = [...new Set(copies.map(dayOf))];
  const expired = days.filter((day) => day <= dayBefore(backupDays));
  const enoughDays = Math.ceil((backupDays * dayMs) / Math.max(everyMs ?? 0, dayMs));
  const gone = expired.slice(0, everyMs === null ? 1 : Math.max(0, days.length - enoughDays));
  const newest = everyMs === null ? copies.length : (2 * dayMs) / everyMs;
  return copies.filter((name, i) => {
    const isFirst = dayOf(name) !== dayOf(copies[i - 1] ?? '') || name.includes('-replaced');
    const isThinned = i < copies.length - newest && dayOf(name) < dayBefore(1) && !isFirst;
    return isThinned || gone.includes(dayOf(name));
  });
}
