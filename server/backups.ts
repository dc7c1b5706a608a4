/** Copies of the SQLite database, made while the server runs. PostgreSQL has tools of its own. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { tashkentDate } from '../contract/tashkent-time.ts';
import type { Db } from './db/db.ts';
import { sqliteFile } from './db/open.ts';
import { getSetting, putSetting } from './db/settings.ts';
import type { Log } from './outbox/channel.ts';

const dayMs = 24 * 3_600_000;
const keptDays = 14;

/** A consistent, checked copy. A restored one must not let anyone in who has signed out since, so it has no sessions. */
export async function makeBackup(source: string, target: string): Promise<{ leads: number }> {
  if (existsSync(target) && realpathSync(target) === realpathSync(source))
    throw new Error(`${target} is the database itself. Name another file for the backup, or none.`);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const draft = `${target}.part`;
  try {
    await using file = await open(draft, 'w', 0o600);
    copy(source, draft);
    const leads = finish(draft);
    await file.sync();
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

/** Copies the database every hour or so, runs BACKUP_COMMAND with each copy, and deletes old copies. */
export function startBackups({
  db,
  dataDir,
  everyMs,
  command,
  log,
}: {
  db: Db;
  dataDir: string;
  everyMs: number;
  command: string | null;
  log: Log;
}): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const wait = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
  const ended = (async () => {
    // Alerts count from here until the first copy succeeds.
    for (const name of ['backup', ...(command ? ['backup-command'] : [])])
      if (!(await getSetting(db, name).catch(() => true))) await putSetting(db, name, null).catch(() => {});
    while (!stopping.signal.aborted) {
      await wait((await nextAt()) - Date.now());
      if (!stopping.signal.aborted) await backUp();
    }
  })();

  async function nextAt(): Promise<number> {
    const last = await getSetting(db, 'backup').catch(() => undefined);
    return Math.max(Date.now() + 1000, last?.value ? Date.parse(last.at) + everyMs : 0);
  }

  async function backUp(): Promise<void> {
    const file = backupFile(dataDir);
    try {
      await makeBackup(sqliteFile(dataDir), file);
      await putSetting(db, 'backup', file);
      await deleteOldCopies(backupFolder(dataDir));
    } catch (error) {
      log.error({ error: (error as Error).message }, 'The backup failed');
      // Tried again after the usual time, not at once.
      return wait(everyMs);
    }
    if (!command) return;
    const trouble = await runCommand(command, file, stopping.signal);
    if (trouble) log.error({ error: trouble }, 'BACKUP_COMMAND failed');
    else await putSetting(db, 'backup-command', file).catch(() => {});
  }

  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** Answers what went wrong, or an empty string. */
function runCommand(command: string, file: string, signal: AbortSignal): Promise<string> {
  return new Promise((done) => {
    let output = '';
    const child = spawn('sh', ['-c', command, 'sh', file], { signal, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.on('data', (text) => {
      output = (output + text).slice(-300);
    });
    child.on('error', (error) => done(error.message));
    child.on('close', (code) => done(code === 0 ? '' : `exit code ${code}: ${output.trim()}`));
  });
}

async function deleteOldCopies(folder: string, now = new Date()): Promise<void> {
  const names = (await readdir(folder)).filter((name) => timeOf(name) !== null);
  for (const name of oldCopies(names, now)) await rm(join(folder, name), { force: true });
}

/** Copies are kept for a day, then one of each day for fourteen days. */
export function oldCopies(names: readonly string[], now: Date): string[] {
  const keptOfDay = new Set<string>();
  return names.toSorted().filter((name) => {
    const time = timeOf(name) ?? now.getTime();
    const day = tashkentDate(time);
    const age = now.getTime() - time;
    const isFirst = !keptOfDay.has(day);
    keptOfDay.add(day);
    return age > keptDays * dayMs || (age > dayMs && !isFirst);
  });
}

function timeOf(name: string): number | null {
  const [, day, hours, minutes, seconds] =
    /^leads-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)\.db$/.exec(name) ?? [];
  return day ? Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) : null;
}
