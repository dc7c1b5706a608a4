import {
  type Count,
  type FigureList,
  type FigureRow,
  type FigureSums,
  type FiguresStore,
  firstDay,
  kindsPerDay,
  listOf,
  otherSource,
  type Period,
  postsFor,
  rowsFor,
  type SumRow,
  sourcesPerPost,
  sumsOf,
  type Told,
} from '../figures/figures-store.ts';
import { sql, textOf } from './sql.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { SqliteReader } from './sqlite-reader.ts';

/** The provider's day: Uzbekistan is UTC+5 all year round (it has had no summer time since 1992). */
export const dayOfLead = sql`date(created_at / 1000 + 5 * 3600, 'unixepoch')`;

export const sqliteFigures = (db: SqliteConnection, reader: SqliteReader): FiguresStore => ({
  /** Under the write lock: what others counted before is seen. */
  async add(counts) {
    await db.writeAll(() => {
      for (const { source, campaign, language, name, day, count } of named(db, counts)) {
        const kind = [source, campaign, language, name] as const;
        db.run(
          `insert into figure_kinds (source, campaign, language, name) values (?, ?, ?, ?) on conflict do nothing`,
          ...kind,
        );
        db.run(
          `insert into figures (kind, day, count)
           select id, ?, ? from figure_kinds where source = ? and campaign = ? and language = ? and name = ?
           on conflict do update set count = count + excluded.count`,
          ...[day, count, ...kind],
        );
      }
    });
  },

  async rememberLink(name) {
    await db.write(
      `insert into campaign_links (name, made_at) values (?, ?)
       on conflict do update set made_at = excluded.made_at`,
      ...[name, Date.now()],
    );
  },
  async madeLinks(since, most) {
    const rows = db.all<{ name: string }>(
      'select name from campaign_links where made_at >= ? order by made_at desc, name limit ?',
      ...[since.getTime(), most],
    );
    return rows.map(({ name }) => name);
  },
  trustedCampaigns(today, most) {
    return reader.ask('trustedCampaigns', today, most);
  },

  sums(period, told) {
    return reader.ask('figureSums', period, told);
  },
  list(until) {
    return reader.ask('figureList', until);
  },
});

export function trustedCampaigns(db: SqliteConnection, today: string, most: number): string[] {
  const rows = db.all<{ name: string }>(
    `select name from (select name from campaign_links order by made_at desc limit ?1)
     union select campaign from (
       select campaign from contact_submissions where campaign is not null and suspected_spam = 0
       group by campaign order by count(*) desc limit ?1)
     union select campaign from (
       select campaign from figures join figure_kinds on id = kind
       where day >= date(?2, '-30 days') and day < ?2 and campaign <> ''
       group by campaign order by sum(count) desc limit ?1)`,
    ...[most, today],
  );
  return rows.map(({ name }) => name);
}

/** `+day`: in the order of the kinds, row by row. By the index of days, each row of a year would be looked up by itself. */
export function figureSums(db: SqliteConnection, { since, until }: Period, told: Told): FigureSums {
  const rows = db.all<SumRow>(
    `with sums as materialized (
       select kind, sum(count) as total from figures where +day between ? and ? group by kind
     ), kinds as (
       select source, campaign, iif(campaign = '', source, '') as place, language, name,
         iif(name = '', total, 0) as visits, iif(name = '', 0, total) as acts
       from sums join figure_kinds on id = kind
     ), first as (
       select value ->> 'campaign' as campaign, value ->> 'place' as place from json_each(?)
     ), posts as materialized (
       select campaign, place from kinds group by 1, 2
       order by (campaign, place) in (select campaign, place from first) desc, sum(visits) desc, 1, 2 limit ?
     ), origins as (
       select source, campaign, sum(visits) as visits, sum(acts) as acts,
         row_number() over (partition by campaign, place order by sum(visits) desc, source) as nth
       from kinds join posts using (campaign, place) group by campaign, place, source
     )
     select iif(nth > ?, ?, source) as source, campaign, null as language, null as name,
       sum(visits) as visits, sum(acts) as acts
     from origins group by 1, 2
     union all select null, null, language, name, sum(visits), sum(acts) from kinds group by language, name`,
    ...[since, until, postsFor(told.first), told.most, sourcesPerPost, otherSource],
  );
  const first = db.get<{ day: string | null }>(
    'select min(day) as day from figures where day between ? and ?',
    ...[firstDay, until],
  );
  return {
    ...sumsOf(rows),
    days: db.all(
      `select day, sum(count) as visits from figure_kinds cross join figures on kind = id
       where name = '' and +day between ? and ? group by day order by day`,
      ...[since, until],
    ),
    countedSince: first?.day ?? null,
  };
}

export function figureList(db: SqliteConnection, until: string): FigureList {
  return listOf(
    db.all<FigureRow>(
      `select day, source, campaign, language, name, count from figures join figure_kinds on id = kind
       where day between ? and ?`,
      ...[firstDay, until],
    ),
    db.all<Omit<FigureRow, 'name'>>(
      `select ${textOf(dayOfLead)} as day, coalesce(source, '') as source, coalesce(campaign, '') as campaign,
         coalesce(language, '') as language, count(*) as count
       from contact_submissions where suspected_spam = 0 group by 1, 2, 3, 4`,
    ),
  );
}

/** What is more than so many pairs of source and campaign a day has `other` for the names that nobody knows. */
function named(db: SqliteConnection, counts: readonly Count[]): FigureRow[] {
  return db.all<FigureRow>(
    `with given as (
       select value ->> 'day' as day, value ->> 'source' as source, value ->> 'campaign' as campaign,
         value ->> 'language' as language, value ->> 'name' as name, value ->> 'count' as count,
         value ->> 'listed' as listed, value ->> 'trusted' as trusted
       from json_each(?)
     ), known as (
       select distinct day, source, campaign from figures f join figure_kinds k on k.id = f.kind
       where day in (select day from given)
     ), fresh as (
       select day, source, campaign, row_number() over (partition by day order by source, campaign) as nth
       from (select day, source, campaign from given where not (listed and trusted)
             except select day, source, campaign from known)
     ), refused as (
       select day, source, campaign from fresh
       where nth + (select count(*) from known where known.day = fresh.day) > ?2
     )
     select g.day, iif(r.day is null or listed, g.source, ?3) as source,
       iif(r.day is null or trusted, g.campaign, ?3) as campaign, language, name, sum(count) as count
     from given g left join refused r on r.day = g.day and r.source = g.source and r.campaign = g.campaign
     group by 1, 2, 3, 4, 5`,
    ...[rowsFor(counts), kindsPerDay, otherSource],
  );
}
