import { type EitherDatabase, sql } from './sql.ts';
import type { ClockStore, Doubt } from './store.ts';

export const clock = (db: EitherDatabase): ClockStore => ({
  async known() {
    const [row] = await db.rows<{ at: Date }>(sql`select at from marks where name = 'clock'`, 'at');
    return row?.at ?? null;
  },

  async remember(time) {
    await db.change(
      sql`insert into marks (name, at) values ('clock', ${time})
        on conflict (name) do update set at = excluded.at where excluded.at > marks.at`,
    );
  },

  set: (now) =>
    db.change(
      noDoubt,
      sql`insert into marks (name, at) values ('clock', ${now})
        on conflict (name) do update set at = excluded.at`,
      sql`update contact_submissions set created_at = ${now} where created_at > ${now}`,
    ),

  async doubt() {
    const [row] = await db.rows<Doubt>(
      sql`select doubted.at as since, seen.at as seen from marks doubted, marks seen
        where doubted.name = 'doubted' and seen.name = 'seen'`,
      'since',
      'seen',
    );
    return row ?? null;
  },

  async setDoubt(doubt) {
    await db.change(
      doubt
        ? sql`insert into marks (name, at) values ('doubted', ${doubt.since}), ('seen', ${doubt.seen})
            on conflict (name) do update set at = excluded.at`
        : noDoubt,
    );
  },
});

const noDoubt = sql`delete from marks where name in ('doubted', 'seen')`;
