/** Reads the database of the server that the browser tests share. */
import { openDatabase } from '#server/db/open.ts';
import { sql } from '#server/db/sql.ts';
import type { Lead } from '#server/leads/lead.ts';
import { allLeads } from './leads.ts';

export const openServerDatabase = () =>
  openDatabase({ databaseUrl: null, dataDir: process.env.E2E_DATA_DIR as string });

/** The leads with this name. */
export async function leadsOf(name: string): Promise<Lead[]> {
  const db = await openServerDatabase();
  const leads = await allLeads(db);
  await db.close();
  return leads.filter((lead) => lead.name === name);
}

/** Visits and clicks of a campaign, as `name source language count`. */
export async function countsOf(campaign: string): Promise<string[]> {
  const db = await openServerDatabase();
  const rows = await db.all<{ name: string; source: string; language: string; count: number }>(
    sql`select name, source, language, sum(count) as count from stats where campaign = ${campaign}
      group by name, source, language`,
  );
  await db.close();
  return rows
    .map(({ name, source, language, count }) => `${name || 'visit'} ${source} ${language} ${count}`)
    .sort();
}
