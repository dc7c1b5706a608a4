import type { Sql } from 'postgres';
import {
  type FigureRow,
  type FigureSums,
  type FiguresStore,
  firstDay,
  kindsPerDay,
  listOf,
  otherSource,
  postsFor,
  rowsFor,
  type SumRow,
  sourcesPerPost,
  sumsOf,
} from '../figures/figures-store.ts';
import { type PostgresPool, personWaitsMs } from './postgres-pool.ts';

/** Of a day as text PostgreSQL would make a date anew for every row that it is compared with. */
const date = (sql: Sql, day: string) => sql`(date '1970-01-01' + ${Date.parse(day) / 86_400_000}::int)`;

export const postgresFigures = (pool: PostgresPool): FiguresStore => ({
  async add(counts) {
    await pool.ask(
      (sql) => sql`select add_figures(${rowsFor(counts)}::text::json, ${kindsPerDay}, ${otherSource})`,
    );
  },

  async rememberLink(name) {
    await pool.ask(
      (sql) =>
        sql`insert into campaign_links (name) values (${name}) on conflict (name) do update set made_at = now()`,
    );
  },

  async madeLinks(since, most) {
    const rows = await pool.ask(
      (sql) => sql<{ name: string }[]>`
      select name from campaign_links where made_at >= ${since} order by made_at desc, name limit ${most}`,
      personWaitsMs,
    );
    return rows.map(({ name }) => name);
  },

  async trustedCampaigns(today, most) {
    const rows = await pool.ask(
      (sql) => sql<{ name: string }[]>`
      select name from (select name from campaign_links order by made_at desc limit ${most}) made
      union select campaign from (
        select campaign from contact_submissions where campaign is not null and not suspected_spam
        group by campaign order by count(*) desc limit ${most}) brought
      union select campaign from (
        select campaign from figures join figure_kinds k on k.id = kind
        where day >= ${date(sql, today)} - 30 and day < ${date(sql, today)} and campaign <> ''
        group by campaign order by sum(count) desc limit ${most}) seen`,
      personWaitsMs,
    );
    return rows.map(({ name }) => name);
  },

  async sums({ since, until }, { first, most }) {
    const [rows, days, [began]] = await Promise.all([
      pool.ask(
        (sql) => sql<SumRow[]>`
        with kinds as materialized (
          select source, campaign, case campaign when '' then source else '' end as place, language, name,
            case name when '' then total else 0 end as visits, case name when '' then 0 else total end as acts
          from (select kind, sum(count)::float8 as total from figures
                where day between ${date(sql, since)} and ${date(sql, until)} group by kind) sums
          join figure_kinds k on k.id = kind
        ), first as (
          select campaign, place from json_to_recordset(${postsFor(first)}::text::json) as f (campaign text, place text)
        ), posts as (
          select campaign, place from kinds group by 1, 2
          order by (campaign, place) in (select campaign, place from first) desc, sum(visits) desc, 1, 2 limit ${most}
        ), origins as (
          select source, campaign, sum(visits) as visits, sum(acts) as acts,
            row_number() over (partition by campaign, place order by sum(visits) desc, source) as nth
          from posts join kinds using (campaign, place) group by campaign, place, source
        )
        select case when nth > ${sourcesPerPost} then ${otherSource} else source end as source, campaign,
          null as language, null as name, sum(visits) as visits, sum(acts) as acts
        from origins group by 1, 2
        union all select null, null, language, name, sum(visits), sum(acts) from kinds group by language, name`,
        personWaitsMs,
      ),
      pool.ask(
        (sql) => sql<FigureSums['days']>`
        select figures.day::text, sum(count)::float8 as visits from figures join figure_kinds k on k.id = kind
        where figures.day between ${date(sql, since)} and ${date(sql, until)} and name = '' group by figures.day order by figures.day`,
        personWaitsMs,
      ),
      pool.ask(
        (sql) => sql<{ day: string | null }[]>`
        select min(day)::text as day from figures
        where day between ${date(sql, firstDay)} and ${date(sql, until)}`,
        personWaitsMs,
      ),
    ]);
    return { ...sumsOf(rows), days: [...days], countedSince: began?.day ?? null };
  },

  async list(until) {
    const [rows, leads] = await Promise.all([
      pool.ask(
        (sql) => sql<FigureRow[]>`
        select day::text, source, campaign, language, name, count from figures join figure_kinds k on k.id = kind
        where day between ${date(sql, firstDay)} and ${date(sql, until)}`,
        personWaitsMs,
      ),
      pool.ask(
        (sql) => sql<Omit<FigureRow, 'name'>[]>`
        select to_char(created_at at time zone 'Asia/Tashkent', 'YYYY-MM-DD') as day, coalesce(source, '') as source,
          coalesce(campaign, '') as campaign, coalesce(language, '') as language, count(*)::int as count
        from contact_submissions where not suspected_spam group by 1, 2, 3, 4`,
        personWaitsMs,
      ),
    ]);
    return listOf(rows, leads);
  },
});
