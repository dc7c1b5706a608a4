import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/db.ts';
import { row, sql } from '../db/sql.ts';

type Options = {
  name: string;
  leaseMs: number;
  stopping: AbortSignal;
  /** Runs while this process holds the lease. It ends soon after the signal aborts. */
  work(held: AbortSignal): Promise<void>;
};

/** One process at a time does the work. When it dies, another takes over after `leaseMs`. */
export async function whileLeased(db: Db, { name, leaseMs, stopping, work }: Options): Promise<void> {
  const holder = randomUUID();
  const everyMs = leaseMs / 3;

  /** Null when the database does not say. */
  const take = async () => {
    const now = Date.now();
    const expires_at = new Date(now + leaseMs).toISOString();
    const taken = await db
      .run(
        sql`insert into leases ${row({ name, holder, expires_at })} on conflict (name) do update
          set holder = excluded.holder, expires_at = excluded.expires_at
          where leases.holder = excluded.holder or leases.expires_at < ${new Date(now).toISOString()}`,
      )
      .catch(() => null);
    return taken === null ? null : taken > 0;
  };

  async function renew(held: AbortSignal, lose: () => void): Promise<void> {
    for (let until = performance.now() + leaseMs; !held.aborted; ) {
      await wait(everyMs, held);
      if (held.aborted) return;
      const askedAt = performance.now();
      const taken = await take();
      if (taken) until = askedAt + leaseMs;
      else if (taken === false || performance.now() >= until) lose();
    }
  }

  while (!stopping.aborted) {
    if (await take()) {
      const lost = new AbortController();
      const held = AbortSignal.any([stopping, lost.signal]);
      await Promise.all([work(held).finally(() => lost.abort()), renew(held, () => lost.abort())]);
      await db.run(sql`delete from leases where name = ${name} and holder = ${holder}`).catch(() => {});
    }
    await wait(everyMs, stopping);
  }
}

/** A sleep that the signal cuts short. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
