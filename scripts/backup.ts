/** `npm run backup -- [FILE]`: a copy of the database, made while the server runs. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { sqliteFile } from '#server/db/open.ts';
import { backupFile, makeBackup } from '#server/upkeep/backups.ts';
import { readPostgres, writeCopy } from './postgres-copy.ts';

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
  if (!file && existsSync(dataDir)) becomeOwnerOf(dataDir);
  if (databaseUrl) {
    const target = file ? resolve(file) : backupFile(dataDir, '.json');
    const tables = await readPostgres(databaseUrl);
    writeCopy(tables, target);
    return done(tables.contact_submissions?.length ?? 0, target);
  }
  const source = sqliteFile(dataDir);
  if (!existsSync(source)) throw new Error(`${source} does not exist. Set DATA_DIR to where the leads are.`);
  const target = file ? resolve(file) : backupFile(dataDir);
  const { leads } = await makeBackup(source, target);
  return done(leads, target);
}

/** A folder that root made could not be used by the server. */
function becomeOwnerOf(folder: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

function done(leads: number, target: string): string {
  return `Backed up ${leads} ${leads === 1 ? 'lead' : 'leads'} to ${target}.`;
}
