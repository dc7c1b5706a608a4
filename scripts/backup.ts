/**
 * `npm run backup [file]`: a consistent copy of the SQLite file, made while the server is writing. A PostgreSQL
 * database has better tools of its own, and the message names one.
 */
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { readConfig } from '../server/config.ts';
import { sqliteFile } from '../server/store/open.ts';

/** A copy that broke off is taken for dead after this time without a write to it. */
const staleMs = 3_600_000;

/** What is left beside a copy: a thousand leads. */
const roomForLeads = 5e6;

/** SQLite begins anew whenever somebody else writes in between: all pages in one step leave no in between. */
const allPages = 2 ** 31 - 1;

export async function backUp(source: string, target: string): Promise<{ leads: number }> {
  // Named by whoever takes it for what is to be copied. The copy in its place would lack what was stored meanwhile.
  if (existsSync(target) && realpathSync(target) === realpathSync(source))
    throw new Error(`${target} is the database itself. Name another file for the backup, or none.`);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  await checkRoom(source, dirname(target));
  // Under another name until it is whole: a backup that broke off must not be taken for one.
  const draft = `${target}.part`;
  await rm(draft, { force: true });
  try {
    await copy(source, draft);
    const leads = checked(draft);
    const file = await open(draft);
    await file.chmod(0o600);
    await file.sync();
    await file.close();
    await rename(draft, target);
    return { leads };
  } catch (error) {
    // On a full disk the half would take what room is left.
    await rm(draft, { force: true });
    throw error;
  }
}

/** Until it failed, a copy that does not fit would leave no room for leads. */
async function checkRoom(source: string, folder: string): Promise<void> {
  const [{ size }, { bavail, bsize }] = await Promise.all([stat(source), statfs(folder)]);
  if (size + roomForLeads > bavail * bsize)
    throw new Error(`Not enough space in ${folder} for a copy of ${Math.ceil(size / 1e6)} MB.`);
}

async function copy(source: string, draft: string): Promise<void> {
  const database = new DatabaseSync(source, { readOnly: true, timeout: 5000 });
  try {
    await (await open(draft, 'w', 0o600)).close();
    await backup(database, draft, { rate: allPages });
  } finally {
    database.close();
  }
}

/** Halves left by a backup that was killed hold leads as well, and no habit of deleting old backups knows them. */
async function removeHalves(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    if (!/^leads-.*\.db\.part(-journal|-wal|-shm)?$/.test(name)) continue;
    if (Date.now() - (await stat(file)).mtimeMs > staleMs) await rm(file, { force: true });
  }
}

/** A copy nobody has opened is a hope, not a backup. */
function checked(file: string): number {
  const copy = new DatabaseSync(file);
  try {
    // A copy in WAL mode would need its two companions; a single file is easier to keep and to move.
    copy.exec('pragma journal_mode = delete');
    const verdict = copy.prepare('pragma integrity_check').get()?.integrity_check;
    if (verdict !== 'ok') throw new Error(`The copy is damaged: ${verdict}`);
    forgetSessions(copy);
    return Number(copy.prepare('select count(*) as leads from contact_submissions').get()?.leads);
  } finally {
    copy.close();
  }
}

/**
 * Whoever was signed out after the copy was made would be in again when it is restored. And when the service was last
 * found well is of the file that is copied, not of the copy.
 */
function forgetSessions(copy: DatabaseSync): void {
  copy.exec('pragma secure_delete = on');
  const tables = copy.prepare(
    `select name from sqlite_schema where name in ('sessions', 'sign_in_codes', 'health')`,
  );
  // A file of the first version has none of them before it is brought up to date.
  for (const { name } of tables.all()) copy.exec(`delete from ${name}`);
}

async function main([file, ...more]: string[]): Promise<void> {
  if (file?.startsWith('-') || more.length > 0) throw new Error('Usage: npm run backup -- [FILE]');
  const read = readConfig(process.env);
  if ('errors' in read) throw new Error(read.errors.join('\n'));
  const { databaseUrl, dataDir } = read.config;
  if (databaseUrl)
    throw new Error(
      'DATABASE_URL is set: back the database up with pg_dump --exclude-table-data=sessions --exclude-table-data=sign_in_codes "$DATABASE_URL".',
    );
  const source = sqliteFile(dataDir);
  if (!existsSync(source)) throw new Error(`${source} does not exist. Set DATA_DIR to where the leads are.`);
  const day = new Date().toISOString().replace(/[:.]/g, '-').slice(0, 19);
  const target = resolve(file ?? join(dataDir, 'backups', `leads-${day}.db`));
  await removeHalves(join(dataDir, 'backups'));
  const { leads } = await backUp(source, target);
  console.log(`Backed up ${leads} ${leads === 1 ? 'lead' : 'leads'} to ${target}.`);
}

if (import.meta.main) {
  await main(process.argv.slice(2)).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
