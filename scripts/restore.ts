/**
 * `npm run restore -- FILE`: puts a backup in the place of the database. Nothing changes before the copy has been checked, and the
 * replaced database is kept as a backup.
 */
import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { confirm } from '#server/cli/terminal.ts';
import { readConfig } from '#server/config/config.ts';
import { openDatabase, sqliteFile } from '#server/db/open.ts';
import { allRefs } from '#server/leads/find.ts';
import { backupFile, backupFolder, makeBackup } from '#server/upkeep/backups.ts';
import { keepChat } from './kept-chat.ts';
import { readCopy, readPostgres, replaceRows, writeCopy } from './postgres-copy.ts';

/** The references of leads in both databases. */
type Comparison = { copied: string[]; present: string[] };
type Restore = Comparison & { swap(): Promise<string | null> };

const unit = 'study-abroad-site';
const systemctl = (...args: string[]) => spawnSync('systemctl', args, { stdio: 'ignore' }).status === 0;

try {
  await restore();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function restore(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { yes: { type: 'boolean' } },
    allowPositionals: true,
  });
  const read = readConfig(process.env);
  if ('errors' in read) throw new Error(read.errors.join('\n'));
  const { databaseUrl, dataDir } = read.config;
  const source = findCopy(positionals, dataDir);
  const prepared = await (databaseUrl
    ? ofPostgres(source, databaseUrl, dataDir)
    : ofSqlite(source, dataDir)
  ).catch((error: Error) => {
    throw new Error(`${source} was not restored: ${error.message}`);
  });
  console.log(`${source} holds ${leads(prepared.copied)}.\n${differences(prepared)}`);
  const isAgreed =
    values.yes || (process.stdin.isTTY && (await confirm('Replace the database by this copy?')));
  if (!isAgreed) throw new Error('Nothing was changed. Without a terminal, add --yes.');
  const isService = !databaseUrl && process.getuid?.() === 0 && systemctl('is-active', '--quiet', unit);
  if (isService) systemctl('stop', unit);
  try {
    const kept = await prepared.swap();
    console.log(`Restored ${leads(prepared.copied)}. Everyone signs in again.`);
    if (kept) console.log(`The replaced database is kept: to go back, restore ${kept}`);
    if (!isService) console.log(databaseUrl ? 'Restart the servers now.' : 'Start the server now.');
  } finally {
    if (isService && systemctl('start', unit)) console.log(`${unit} is started again.`);
  }
}

/** By its path, or by its name in the folder of backups. */
function findCopy([file, ...more]: string[], dataDir: string): string {
  const folder = backupFolder(dataDir);
  const found = [resolve(file ?? ''), join(folder, file ?? '')].find((path) =>
    statSync(path, { throwIfNoEntry: false })?.isFile(),
  );
  if (found && more.length === 0) return found;
  const names = existsSync(folder) ? readdirSync(folder).sort().slice(-5) : [];
  throw new Error(
    [
      file
        ? `There is no copy ${[file, ...more].join(' ')}. Nothing was changed.`
        : 'Usage: npm run restore -- FILE',
      names.length > 0 ? `The latest in ${folder}:` : `${folder} is empty.`,
      ...names,
    ].join('\n'),
  );
}

function leads({ length }: string[]): string {
  return `${length} ${length === 1 ? 'lead' : 'leads'}`;
}

function differences({ copied, present }: Comparison): string {
  const later = present.filter((ref) => !copied.includes(ref));
  const erased = copied.filter((ref) => !present.includes(ref));
  const list = (refs: string[]) => `${refs.slice(-20).join(', ')}${refs.length > 20 ? ', …' : ''}`;
  return [
    later.length > 0
      ? `It lacks ${leads(later)} of the present database: ${list(later)}`
      : 'It lacks no lead.',
    ...(erased.length > 0
      ? [`Not in the present database, erase again what was erased: ${list(erased)}`]
      : []),
  ].join('\n');
}

async function ofSqlite(source: string, dataDir: string): Promise<Restore> {
  const present = sqliteFile(dataDir);
  if (source === present) throw new Error('it is the database itself.');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = mkdtempSync(join(dataDir, 'restore-'));
  process.once('exit', () => rmSync(draft, { recursive: true }));
  await makeBackup(source, sqliteFile(draft));
  // As at the server's next start: refuses a newer version's database.
  await (await openDatabase({ databaseUrl: null, dataDir: draft })).close();
  return {
    copied: refsIn(sqliteFile(draft)),
    present: existsSync(present) ? refsIfReadable(present) : [],
    async swap() {
      const kept = existsSync(present) ? await setAside(present, dataDir) : null;
      if (kept) keepChatOf(kept, sqliteFile(draft));
      giveToOwner(sqliteFile(draft), dataDir);
      renameSync(sqliteFile(draft), present);
      return kept;
    },
  };
}

function refsIn(file: string): string[] {
  using database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  return database
    .prepare(allRefs.sql)
    .all()
    .map(({ ref }) => String(ref));
}

function refsIfReadable(present: string): string[] {
  try {
    return refsIn(present);
  } catch (error) {
    console.log(`The present database cannot be read: ${(error as Error).message}.`);
    return [];
  }
}

async function setAside(present: string, dataDir: string): Promise<string> {
  const kept = backupFile(dataDir, '-replaced.db');
  const log = `${present}-wal`;
  try {
    takeAlone(present);
    await makeBackup(present, kept);
  } catch (error) {
    if (/locked/.test((error as Error).message))
      throw new Error('Nothing was changed: the server is running. Stop it first.');
    mkdirSync(dirname(kept), { recursive: true, mode: 0o700 });
    renameSync(present, kept);
    if (existsSync(log)) renameSync(log, `${kept}-wal`);
  }
  for (const path of [dirname(kept), kept]) giveToOwner(path, dataDir);
  for (const name of [log, `${present}-shm`]) rmSync(name, { force: true });
  return kept;
}

function keepChatOf(replaced: string, restored: string): void {
  try {
    using database = new DatabaseSync(restored);
    database.prepare('attach ? as replaced').run(replaced);
    for (const statement of keepChat('replaced.contact_submissions', 'replaced.telegram_messages'))
      database.exec(statement);
  } catch (error) {
    console.log(`Messages in Telegram may show lost changes: ${(error as Error).message}.`);
  }
}

/** Fails while another process has it open, and moves what a killed one left in the log into the file. */
function takeAlone(present: string): void {
  using database = new DatabaseSync(present, { timeout: 2000 });
  database.exec('pragma journal_mode = delete');
}

function giveToOwner(path: string, dataDir: string): void {
  const { uid, gid } = statSync(dataDir);
  if (process.getuid?.() === 0) chownSync(path, uid, gid);
}

async function ofPostgres(source: string, url: string, dataDir: string): Promise<Restore> {
  const copy = readCopy(source);
  const refsOf = (tables: typeof copy) => (tables.contact_submissions ?? []).map(({ ref }) => String(ref));
  return {
    copied: refsOf(copy),
    present: refsOf(await readPostgres(url)),
    async swap() {
      const kept = backupFile(dataDir, '-replaced.json');
      writeCopy(await readPostgres(url), kept);
      await replaceRows(url, copy);
      return kept;
    },
  };
}
