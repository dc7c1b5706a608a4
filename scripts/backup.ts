/** `npm run backup -- [FILE]`: a copy of the SQLite database, made while the server runs. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { sqliteFile } from '#server/db/open.ts';
import { backupFile, makeBackup } from '#server/upkeep/backups.ts';

try {
  console.log(await backUp(process.argv.slice(2)));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function backUp([file, ...more]: string[]): Promise<string> {
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
  const target = file ? resolve(file) : backupFile(dataDir);
  const { leads } = await makeBackup(source, target);
  return `Backed up ${leads} ${leads === 1 ? 'lead' : 'leads'} to ${target}.`;
}
