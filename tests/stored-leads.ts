import type { WholeLead } from '../contract/inbox.ts';
import { readConfig } from '../server/config.ts';
import type { Db } from '../server/db/db.ts';
import { openDatabase } from '../server/db/open.ts';
import { leadParts } from '../server/leads/find.ts';

/** The database of the browser tests' server, opened as another process would. */
export async function openServerDatabase(): Promise<Db> {
  const read = readConfig({ DATA_DIR: process.env.E2E_DATA_DIR });
  if ('errors' in read) throw new Error(read.errors.join('\n'));
  return openDatabase(read.config);
}

/** The leads that the browser tests' server stored under this name. */
export async function leadsOf(name: string): Promise<WholeLead[]> {
  const db = await openServerDatabase();
  const leads = (await Array.fromAsync(leadParts(db, {}))).flat();
  await db.close();
  return leads.filter((lead) => lead.name === name);
}
