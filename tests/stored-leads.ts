import { readConfig } from '../server/config.ts';
import { openStore } from '../server/store/open.ts';
import type { Lead } from '../server/store/store.ts';

/** What the contact service of the browser tests has stored under this name. */
export async function leadsOf(name: string): Promise<Lead[]> {
  const read = readConfig({ DATA_DIR: process.env.E2E_DATA_DIR });
  if ('errors' in read) throw new Error(read.errors.join('\n'));
  const store = await openStore(read.config);
  const leads = await store.listLeads({});
  await store.close();
  return leads.filter((lead) => lead.name === name);
}
