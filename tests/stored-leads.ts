import { readConfig } from '../server/config.ts';
import { openStore } from '../server/store/open.ts';
import type { Lead, Store } from '../server/store/store.ts';

/** What the server of the browser tests keeps, read as another process would. */
export async function openTestStore(): Promise<Store> {
  const read = readConfig({ DATA_DIR: process.env.E2E_DATA_DIR });
  if ('errors' in read) throw new Error(read.errors.join('\n'));
  return openStore(read.config);
}

/** What the contact service of the browser tests has stored under this name. */
export async function leadsOf(name: string): Promise<Lead[]> {
  const store = await openTestStore();
  const leads = await store.listLeads({});
  await store.close();
  return leads.filter((lead) => lead.name === name);
}
