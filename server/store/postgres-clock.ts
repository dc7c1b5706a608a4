import type { PostgresPool } from './postgres-pool.ts';
import type { ClockStore, Doubt } from './store.ts';

export const postgresClock = (pool: PostgresPool): ClockStore => ({
  async known() {
    const [row] = await pool.ask((sql) => sql<{ at: Date }[]>`select at from marks where name = 'clock'`);
    return row?.at ?? null;
  },

  async remember(time) {
    await pool.ask(
      (sql) => sql`insert into marks (name, at) values ('clock', ${time})
        on conflict (name) do update set at = greatest(marks.at, excluded.at)`,
    );
  },

  async set(now) {
    const { count } = await pool.ask(
      (sql) => sql`
      with believed as (delete from marks where name in ('doubted', 'seen')),
        known as (insert into marks (name, at) values ('clock', ${now})
          on conflict (name) do update set at = excluded.at)
      update contact_submissions set created_at = ${now} where created_at > ${now}`,
    );
    return count;
  },

  async doubt() {
    const [row] = await pool.ask(
      (sql) => sql<Doubt[]>`
      select doubted.at as since, seen.at as seen from marks doubted, marks seen
      where doubted.name = 'doubted' and seen.name = 'seen'`,
    );
    return row ?? null;
  },

  async setDoubt(doubt) {
    await pool.ask((sql) =>
      doubt
        ? sql`insert into marks (name, at) values ('doubted', ${doubt.since}), ('seen', ${doubt.seen})
            on conflict (name) do update set at = excluded.at`
        : sql`delete from marks where name in ('doubted', 'seen')`,
    );
  },
});
