import { sql } from '../server/db/sql.ts';
import { openServerDatabase } from './stored-leads.ts';

/** What the browser tests' server counted of a campaign: name, source, language and number. */
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
