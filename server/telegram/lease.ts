import type { Db } from '../db/db.ts';
import { row, sql } from '../db/sql.ts';
import { botLease } from '../outbox/bot-state.ts';

/** One process at a time polls Telegram. If it dies, another takes over after `leaseMs`. */
export async function takeLease(db: Db, holder: string, leaseMs: number): Promise<boolean> {
  const now = new Date().toISOString();
  const expires_at = new Date(Date.now() + leaseMs).toISOString();
  const taken = await db.run(
    sql`insert into leases ${row({ name: botLease, holder, expires_at })} on conflict (name) do update
      set holder = excluded.holder, expires_at = excluded.expires_at
      where leases.holder = excluded.holder or leases.expires_at < ${now}`,
  );
  return taken > 0;
}

export async function dropLease(db: Db, holder: string): Promise<void> {
  await db.run(sql`delete from leases where name = ${botLease} and holder = ${holder}`);
}
