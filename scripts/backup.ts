/**
 * `npm run backup -- [FILE]`: a consistent copy of the SQLite database, made while the server is writing. PostgreSQL
 * has tools of its own.
 */
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readConfig } from '../server/config.ts';
import { sqliteFile } from '../server/store/open.ts';

export async function backUp(source: string, target: string): Promise<{ leads: number }> {
  if (existsSync(target) && realpathSync(target) === realpathSync(source))
    throw new Error(`${target} is the database itself. Name another file for the backup, or none.`);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const draft = `${target}.part`;
  try {
    await using file = await open(draft, 'w', 0o600);
    copy(source, draft);
    const leads = checkCopy(draft);
    await file.sync();
    await rename(draft, target);
    return { leads };
  } finally {
    await rm(draft, { force: true });
  }
}

function copy(source: string, draft: string): void {
  const database = new DatabaseSync(source, { readOnly: true, timeout: 5000 });
  try {
    database.prepare('vacuum into ?').run(draft);
  } finally {
    database.close();
  }
}

/** Returns the number of leads. A restored copy must not let anyone in who has been signed out since. */
function checkCopy(draft: string): number {
  const copy = new DatabaseSync(draft);
  try {
    const verdict = copy.prepare('pragma integrity_check').get()?.integrity_check;
    if (verdict !== 'ok') throw new Error(`The copy is damaged: ${verdict}`);
    copy.exec('pragma secure_delete = on');
    copy.exec('delete from sessions; delete from sign_in_codes; delete from health');
    return Number(copy.prepare('select count(*) as leads from contact_submissions').get()?.leads);
  } finally {
    copy.close();
  }
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
  const time = new Date().toISOString().replace(/[:.]/g, '-').slice(0, 19);
  const target = resolve(file ?? join(dataDir, 'backups', `leads-${time}.db`));
  const { leads } = await backUp(source, target);
  console.log(`Backed up ${leads} ${leads === 1 ? 'lead' : 'leads'} to ${target}.`);
}

if (import.meta.main) {
  await main(process.argv.slice(2)).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
