import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';
import { type StorePlace, sqliteFile } from '../server/store/open.ts';

/** As if it had come in while the clock showed this time. */
export async function redateLead(
  { databaseUrl, dataDir }: StorePlace,
  ref: string,
  time: number,
): Promise<void> {
  if (databaseUrl) {
    const sql = postgres(databaseUrl, { max: 1 });
    await sql`update contact_submissions set created_at = ${new Date(time)} where ref = ${ref}`;
    await sql.end();
  } else {
    const db = new DatabaseSync(sqliteFile(dataDir), { timeout: 1000 });
    db.prepare('update contact_submissions set created_at = ? where ref = ?').run(time, ref);
    db.close();
  }
}
