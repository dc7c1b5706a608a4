/** The state of the bot. The process that polls Telegram stores it for the others. */
import type { Health } from '../../contract/inbox.ts';
import type { Db } from '../db/db.ts';
import { getSetting } from '../db/settings.ts';
import { sql } from '../db/sql.ts';

export type BotReport = NonNullable<Health['bot']>;

export const botLease = 'telegram';

export async function botReport(db: Db): Promise<BotReport> {
  const now = new Date().toISOString();
  const lease = await db.get<object>(
    sql`select 1 from leases where name = ${botLease} and expires_at >= ${now}`,
  );
  const setting = lease ? await getSetting(db, 'bot') : undefined;
  return setting?.value ? JSON.parse(setting.value) : { state: 'not-polling', detail: null };
}
