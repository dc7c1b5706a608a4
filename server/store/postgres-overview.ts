import type { PendingQuery, Row, Sql } from 'postgres';
import type { LeadCounts, LiveEvent } from '../../contract/inbox.ts';
import { type LeadRow, leadColumns, leadFromRow } from './lead-rows.ts';
import { countsOfTabs, type SumOfGroups, sumsOfGroups, type TabCount, toLeadSums } from './lead-sums.ts';
import { type PostgresPool, personWaitsMs } from './postgres-pool.ts';
import { type SearchTerm, trigrams } from './search-text.ts';
import type { LeadFilter, LeadRecord, LeadSums, Part } from './store.ts';

/**
 * So many of the newest leads in question are read one by one before the index is asked: what is found often is found among
 * them, and the index would have to name every lead it ever occurred in.
 */
const newestFirst = 2000;
/** Of what happened between two looks; the rest is told at the next. */
const mostEvents = 1000;

/** Everything that looks at many leads. */
export class PostgresOverview {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async part(filter: LeadFilter, { below, limit }: Part): Promise<LeadRecord[]> {
    const { terms = [] } = filter;
    const highest = below ?? '9223372036854775807';
    if (terms.length === 0) return this.#select(filter, limit, (sql) => sql`id < ${highest}`);

    const [window] = await this.#ask(
      (sql) => sql<{ lowest: string | null; leads: number }[]>`
      select min(id) as lowest, count(*)::int as leads from (
        select id from contact_submissions s where id < ${highest} ${conditionsOf(sql, filter)}
        order by id desc limit ${newestFirst}) newest`,
    );
    const { lowest, leads = 0 } = window ?? {};
    if (!lowest) return [];
    const newer = await this.#select(
      filter,
      limit,
      (sql) => sql`id < ${highest} and id >= ${lowest} and ${inText(sql, terms)}`,
    );
    if (newer.length === limit || leads < newestFirst) return newer;
    const older = await this.#select(
      filter,
      limit - newer.length,
      (sql) => sql`id < ${lowest} and ${byIndex(sql, terms)} and ${inText(sql, terms)}`,
    );
    return [...newer, ...older];
  }

  async #select(filter: LeadFilter, limit: number, condition: (sql: Sql) => Fragment): Promise<LeadRecord[]> {
    const rows = await this.#ask(
      (sql) => sql<LeadRow[]>`
      select ${sql(leadColumns)} from contact_submissions s where ${condition(sql)} ${conditionsOf(sql, filter)}
      order by id desc limit ${limit}`,
    );
    return rows.map(leadFromRow);
  }

  async waiting(limit: number): Promise<LeadRecord[]> {
    const rows = await this.#ask(
      (sql) => sql<LeadRow[]>`
      select ${sql(leadColumns)} from contact_submissions where tab = 'new' order by id limit ${limit}`,
    );
    return rows.map(leadFromRow);
  }

  async counts(when: { since?: Date; before?: Date } = {}): Promise<LeadCounts> {
    const rows = await this.#ask(
      (sql) => sql<TabCount[]>`
      select tab, count(*)::int as leads from contact_submissions where true ${conditionsOf(sql, when)} group by tab`,
    );
    return countsOfTabs(rows);
  }

  async suspects(when: { since?: Date; before?: Date } = {}): Promise<number> {
    const [row] = await this.#ask(
      (sql) => sql<{ leads: number }[]>`
      select count(*)::int as leads from contact_submissions s where true ${conditionsOf(sql, { ...when, tab: 'spam' })}
        and not exists (select from lead_events e where e.submission_id = s.id and e.kind = 'spam')`,
    );
    return row?.leads ?? 0;
  }

  async clients(since: Date): Promise<number> {
    const [row] = await this.#ask(
      (sql) => sql<{ clients: number }[]>`
      select count(*)::int as clients from contact_submissions s where tab = 'clients' and coalesce(
        (select max(at) from lead_events where submission_id = s.id and kind = 'status' and became = 'client'),
        created_at) >= ${since}`,
    );
    return row?.clients ?? 0;
  }

  /**
   * `offset 0`: looking through it, the planner expects as many groups as leads, and sorts them all on the disk. The days of
   * Tashkent by `date_bin`: a time zone looked up for each lead takes as long as all else.
   */
  async sums(since: Date): Promise<LeadSums> {
    const [sums, [median]] = await Promise.all([
      this.#ask(
        (sql) => sql<SumOfGroups[]>`
        with counted as (
          select day, language, source, campaign, status, count(*) as leads from (
            select date_bin('1 day', created_at, '2000-01-01 00:00+05') as day, language, source, campaign, status
            from contact_submissions where created_at >= ${since} and not suspected_spam offset 0) dated
          group by 1, 2, 3, 4, 5
        ), groups as materialized (
          select to_char(day at time zone 'Asia/Tashkent', 'YYYY-MM-DD') as day, language, source, campaign, status, leads
          from counted
        ) ${sql.unsafe(sumsOfGroups)}`,
      ),
      this.#ask(
        (sql) => sql<{ hours: number | null }[]>`
        select percentile_cont(0.5) within group (order by hours) as hours from (
          select date_part('epoch', first.at - created_at) / 3600 as hours
          from contact_submissions s join (
            select submission_id, min(at) as at from lead_events where kind = 'status' group by submission_id
          ) first on first.submission_id = s.id
          where created_at >= ${since} and not suspected_spam and status <> 'new') waited`,
      ),
    ]);
    return { ...toLeadSums(sums), hoursToFirstContact: median?.hours ?? null };
  }

  /**
   * By a look now and then, not by LISTEN: a hosted project's pooler may not pass that on, and a NOTIFY can fail the
   * statement of a visitor. Ids are given out before the commit: what was seen is told exactly by the transactions'
   * own numbers, as for deliveries. Leads restored from a server that had counted further carry numbers that this one gives
   * out only in years: they are no news, and must not be read at each look until then.
   */
  follow(): () => Promise<LiveEvent[]> {
    type Change = { open: string; xid: string; id: string | null; ref: string; kind: LiveEvent['kind'] };
    let known: string | null = null;
    /** What was told of the transactions from `known` on, with their numbers. */
    let told = new Map<string, bigint>();
    return async () => {
      // Those told already may all come again: there is room for others beside them. The first look, which tells
      // nothing, has to know everything that is there.
      const limit = known === null ? null : told.size + mostEvents;
      const rows = await this.#ask(
        (sql) => sql<Change[]>`
        with snapshot as (
          select pg_snapshot_xmin(pg_current_snapshot()) as open, pg_snapshot_xmax(pg_current_snapshot()) as next
        ), since as (
          select case when known <= open then known else open end as xid
          from snapshot, (select coalesce(${known}::text::xid8, open) as known from snapshot) before
        ), change as (
          select inserted_in, id, ref, 'added' as kind from contact_submissions
          where inserted_in >= (select xid from since) and inserted_in < (select next from snapshot)
          union all
          select e.inserted_in, e.id, s.ref, 'changed'
          from lead_events e join contact_submissions s on s.id = e.submission_id
          where e.inserted_in >= (select xid from since) and e.inserted_in < (select next from snapshot)
          union all
          select inserted_in, id, ref, 'erased' from erased_leads
          where inserted_in >= (select xid from since) and inserted_in < (select next from snapshot)
        )
        select open::text, inserted_in::text as xid, id, ref, kind from snapshot left join change on true
        order by inserted_in, kind, id limit ${limit}::bigint`,
      );
      const changes = rows.filter(({ id }) => id !== null);
      const keyOf = ({ kind, id }: Change) => `${kind} ${id}`;
      const news = known === null ? [] : changes.filter((change) => !told.has(keyOf(change)));
      const open = rows[0]?.open ?? null;
      const last = changes.at(-1);
      const isCut = rows.length === limit;
      known = isCut && open && last && BigInt(last.xid) < BigInt(open) ? last.xid : open;
      const from = BigInt(known ?? 0);
      const seen = changes.map((change) => [keyOf(change), BigInt(change.xid)] as const);
      told = new Map((isCut ? [...told, ...seen] : seen).filter(([, xid]) => xid >= from));
      return [...new Map(news.map(({ ref, kind }) => [`${kind} ${ref}`, { ref, kind }])).values()];
    };
  }

  /**
   * Rows are taken out of the driver's own list. These lists hold on to one another until the whole heap is looked through:
   * with the rows in them each cleaning of the young took 10 ms, and visitors waited for it.
   */
  async #ask<Row>(query: (sql: Sql) => PromiseLike<Row[]>): Promise<Row[]> {
    const rows = await this.#pool.ask(query, personWaitsMs);
    return rows.splice(0);
  }
}

type Fragment = PendingQuery<Row[]>;

const joined = (sql: Sql, fragments: Fragment[], word: Fragment): Fragment =>
  fragments.reduce((all, each) => sql`${all} ${word} ${each}`);

const inText = (sql: Sql, terms: readonly SearchTerm[]): Fragment =>
  joined(
    sql,
    terms.map((forms) => {
      const any = forms.map((form) => sql`position(${form} in search) > 0`);
      return sql`(${joined(sql, any, sql`or`)})`;
    }),
    sql`and`,
  );

/**
 * A form of one or two characters has no piece of three: its term is left to the text. One set of leads for all terms: of
 * several the planner, who takes each for small, asked the index for the second anew with every lead of the first.
 */
function byIndex(sql: Sql, terms: readonly SearchTerm[]): Fragment {
  const indexed = terms
    .map((forms) => forms.map(trigrams))
    .filter((forms) => forms.every((form) => form.length > 0))
    .map((forms) => {
      // No array is ever sent as a parameter (PostgresPool).
      const any = forms.map(
        (form) => sql`select leads_with_pieces(string_to_array(${form.join('\x01')}, E'\\x01'))`,
      );
      return sql`(${joined(sql, any, sql`union all`)})`;
    });
  // As an array, which is made first: with `in` PostgreSQL may take every lead and look whether it is among these.
  return indexed.length > 0 ? sql`id = any(array(${joined(sql, indexed, sql`intersect`)}))` : sql`true`;
}

function nameIs(sql: Sql, column: Fragment, name: string | null | undefined): Fragment {
  if (name === undefined) return sql``;
  return name === null ? sql`and ${column} is null` : sql`and ${column} = ${name}`;
}

/** Only those that are asked for: a plan made for any values expects to find next to nothing, and sorts the table. */
function conditionsOf(sql: Sql, filter: LeadFilter): Fragment {
  const { tab, status, language, source, campaign, since, before, spam, dead } = filter;
  return sql`
    ${tab && tab !== 'all' ? sql`and tab = ${tab}` : sql``}
    ${status ? sql`and status = ${status}` : sql``}
    ${language ? sql`and language = ${language}` : sql``}
    ${nameIs(sql, sql`source`, source)}
    ${nameIs(sql, sql`campaign`, campaign)}
    ${since ? sql`and created_at >= ${since}` : sql``}
    ${before ? sql`and created_at < ${before}` : sql``}
    ${spam === undefined ? sql`` : sql`and suspected_spam = ${spam}`}
    ${dead ? sql`and exists (select from deliveries d where d.submission_id = s.id and d.state = 'dead')` : sql``}`;
}
