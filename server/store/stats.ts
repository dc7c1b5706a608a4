import { type EitherDatabase, type Statement, sql } from './sql.ts';
import type { Stats, Store } from './store.ts';

/** `day`: of Tashkent, how this database tells it of a lead. */
export const stats =
  (db: EitherDatabase, day: Statement): Store['stats'] =>
  async () => {
    const [byDay, byLanguage, byChannel] = await Promise.all([
      db.rows<Stats['byDay'][number]>(
        sql`select ${day} as day, cast(count(*) as integer) as leads
          from contact_submissions group by day order by day desc`,
      ),
      db.rows<Stats['byLanguage'][number]>(
        sql`select language, cast(count(*) as integer) as leads
          from contact_submissions group by language order by leads desc, language nulls first`,
      ),
      db.rows<Stats['byChannel'][number]>(
        sql`select channel,
            cast(count(*) filter (where state = 'pending') as integer) as pending,
            cast(count(*) filter (where state = 'delivered') as integer) as delivered,
            cast(count(*) filter (where state = 'dead') as integer) as dead,
            (select last_error from deliveries e where e.channel = d.channel and last_error is not null
             order by failed_at desc limit 1) as "lastError"
          from deliveries d group by channel order by channel`,
      ),
    ]);
    return { byDay, byLanguage, byChannel };
  };
