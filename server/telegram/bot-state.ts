/** One process at a time polls Telegram. It stores the bot's state for the others. */
import type { Health } from '#contract/inbox.ts';
import type { Queries } from '#server/db/db.ts';
import { isoNow, row, sql } from '#server/db/sql.ts';
import { getState, putState } from '#server/db/state.ts';

export type BotStatus = NonNullable<Health['bot']>;

const name = 'telegram';
/** If the holder dies, another process takes over after `leaseMs`. */
export async function takeBotLease(db: Queries, holder: string, leaseMs: number): Promise<boolean> {
  const expires_at = new Date(Date.now() + leaseMs).toISOString();
  const taken = await db.run(
    sql`insert into leases ${row({ name, holder, expires_at })} on conflict (name) do update
      set holder = excluded.holder, expires_at = excluded.expires_at
      where leases.holder = excluded.holder or leases.expires_at < ${isoNow()}`,
  );
  return taken > 0;
}

export async function dropBotLease(db: Queries, holder: string): Promise<void> {
  await db.run(sql`delete from leases where name = ${name} and holder = ${holder}`);
}

export const storeBotStatus = (db: Queries, report: BotStatus): Promise<void> =>
  putState(db, 'bot', JSON.stringify(report));

export async function botStatus(db: Queries): Promise<BotStatus> {
  const lease = await db.get<object>(
    sql`select 1 from leases where name = ${name} and expires_at >= ${isoNow()}`,
  );
  const stored = lease ? await getState(db, 'bot') : undefined;
  return stored?.value ? JSON.parse(stored.value) : { state: 'not-polling', detail: null };
}
