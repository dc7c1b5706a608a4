import {
  type Count,
  type FigureList,
  type FigureRow,
  type FigureSums,
  type FiguresStore,
  kindsPerDay,
  listOf,
  otherSource,
  rowsFor,
  sumsOf,
} from '../figures/figures-store.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { SqliteReader } from './sqlite-reader.ts';

export class SqliteFigures implements FiguresStore {
  readonly #db: SqliteConnection;
  readonly #reader: SqliteReader;

  constructor(db: SqliteConnection, reader: SqliteReader) {
    this.#db = db;
    this.#reader = reader;
  }

  /** One statement, under the write lock: what others counted before is seen. */
  async add(counts: readonly Count[]): Promise<void> {
    await this.#db.patiently(() =>
      this.#db.run(
        `with given as (
           select value ->> 'day' as day, value ->> 'source' as source, value ->> 'campaign' as campaign,
             value ->> 'language' as language, value ->> 'name' as name, value ->> 'count' as count,
             value ->> 'listed' as listed
           from json_each(?)
         ), fresh as (
           select day, source, campaign, row_number() over (partition by day order by source, campaign) as nth
           from (select distinct day, source, campaign from given where not listed) g
           where not exists (select 1 from figures f
             where f.day = g.day and f.source = g.source and f.campaign = g.campaign)
         ), taken as (
           select day, count(*) as kinds
           from (select distinct day, source, campaign from figures where day in (select day from fresh))
           group by day
         ), refused as (
           select day, source, campaign from fresh left join taken using (day)
           where nth + coalesce(kinds, 0) > ?
         )
         insert into figures (day, source, campaign, language, name, count)
         select g.day, iif(r.day is null, g.source, ?), iif(r.day is null, g.campaign, ''), language, name, sum(count)
         from given g left join refused r on r.day = g.day and r.source = g.source and r.campaign = g.campaign
         where true group by 1, 2, 3, 4, 5
         on conflict do update set count = count + excluded.count`,
        ...[rowsFor(counts), kindsPerDay, otherSource],
      ),
    );
  }

  sums(since: string): Promise<FigureSums> {
    return this.#reader.ask('figureSums', since);
  }
  list(): Promise<FigureList> {
    return this.#reader.ask('figureList');
  }
}

export function figureSums(db: SqliteConnection, since: string): FigureSums {
  const rows = db.all<Omit<FigureRow, 'day'>>(
    `select name, source, campaign, language, sum(count) as count from figures where day >= ?
     group by source, campaign, language, name`,
    since,
  );
  const first = db.get<{ day: string | null }>('select min(day) as day from figures');
  return {
    ...sumsOf(rows),
    // In the order of the key: added up while it is read.
    days: db.all(
      `select day, sum(count) filter (where name = '') as visits from figures where day >= ? group by day`,
      since,
    ),
    countedSince: first?.day ?? null,
  };
}

export function figureList(db: SqliteConnection, dayOfLead: string): FigureList {
  return listOf(
    db.all<FigureRow>('select * from figures'),
    db.all<Omit<FigureRow, 'name'>>(
      `select ${dayOfLead} as day, coalesce(source, '') as source, coalesce(campaign, '') as campaign,
         coalesce(language, '') as language, count(*) as count
       from contact_submissions where suspected_spam = 0 group by 1, 2, 3, 4`,
    ),
  );
}
