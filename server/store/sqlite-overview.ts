import { setTimeout as sleep } from 'node:timers/promises';
import type { LeadCounts, LiveEvent } from '../../contract/inbox.ts';
import { tashkentIso } from '../../contract/tashkent-time.ts';
import type { FigureList, FigureSums, Period, Told } from '../figures/figures-store.ts';
import { type LeadRow, leadColumns, leadFromRow } from './lead-rows.ts';
import { countsOfTabs, type SumOfGroups, sumsOfGroups, type TabCount, toLeadSums } from './lead-sums.ts';
import { isFoundIn, searchText } from './search-text.ts';
import { busyPauseMs, type SqliteConnection, StoreBusy } from './sqlite-connection.ts';
import { figureList, figureSums, trustedCampaigns } from './sqlite-figures.ts';
import { type Condition, foundByIndex, SqliteSearch } from './sqlite-search.ts';
import type { LeadFilter, LeadRecord, LeadSums, Part } from './store.ts';

/** How long the reference of an erased lead is kept for those who have it open: a day. */
export const erasedKnownMs = 24 * 3_600_000;
/** Of what happened between two looks; the rest is told at the next. */
const mostEvents = 1000;
const notIndexedAtOnce = 500;
/** Whoever found the lock taken looks again after `busyPauseMs`: within this they find it free. */
const writersTurnMs = 2 * busyPauseMs;
/**
 * Nobody can write while the file is rewritten, and a lead waits for five seconds (`busyPatienceMs`). 100 MB took two on
 * two busy cores; a larger file, of some ten thousand leads, is rewritten when hardly anybody writes.
 */
const rewrittenAnyTimeBytes = 100e6;
const isNight = (time: Date) => /T0[34]/.test(tashkentIso(time));

/** How far somebody who follows the leads has come: the last ids they were told of. */
export type Position = { leads: number; events: number; erased: number };

/**
 * Everything that looks at many leads, and the rewriting of the file: what takes so long that visitors would notice if
 * it was done where they are served. It lives in a thread of its own, with a connection of its own (`SqliteReader`).
 */
export class SqliteOverview {
  readonly #db: SqliteConnection;
  readonly #search: SqliteSearch;
  readonly #anyTimeBytes: number;
  readonly #now: () => Date;
  #clearing: Promise<void> = Promise.resolve();
  #nextClearing: Promise<void> | null = null;

  constructor(
    db: SqliteConnection,
    {
      anyTimeBytes = rewrittenAnyTimeBytes,
      now = () => new Date(),
    }: { anyTimeBytes?: number; now?: () => Date } = {},
  ) {
    this.#db = db;
    this.#search = new SqliteSearch(db);
    this.#anyTimeBytes = anyTimeBytes;
    this.#now = now;
  }

  part(filter: LeadFilter, { below, limit }: Part): LeadRecord[] {
    const { terms = [] } = filter;
    const highest = below === null ? Number.MAX_SAFE_INTEGER : Number(below);
    if (terms.length === 0) return this.#select('contact_submissions s', filter, between(0, highest), limit);

    const indexed = this.#search.indexedUpTo();
    const newer = this.#notIndexed(filter, indexed, highest, limit);
    if (newer.length === limit) return newer;
    const { sql, values } = between(0, Math.min(highest, indexed + 1), 'i.rowid');
    const found = foundByIndex(terms);
    const older = this.#select(
      // `cross`: from the index to the leads, newest first. The other way round would read all of them and sort.
      'lead_search i cross join contact_submissions s on s.id = i.rowid',
      filter,
      { sql: `${sql} and ${found.sql}`, values: [...values, ...found.values] },
      limit - newer.length,
      'i.rowid',
    );
    return [...newer, ...older];
  }

  /** Few, once the index has caught up. */
  #notIndexed(filter: LeadFilter, indexed: number, highest: number, limit: number): LeadRecord[] {
    const found: LeadRecord[] = [];
    for (let below = highest; found.length < limit; ) {
      const rows = this.#select('contact_submissions s', filter, between(indexed, below), notIndexedAtOnce);
      found.push(...rows.filter((row) => isFoundIn(searchText(row), filter.terms ?? [])));
      below = Number(rows.at(-1)?.id);
      if (rows.length < notIndexedAtOnce) break;
    }
    return found.slice(0, limit);
  }

  #select(from: string, filter: LeadFilter, condition: Condition, limit: number, id = 's.id'): LeadRecord[] {
    const { sql, values } = conditionsOf(filter);
    return this.#db
      .all<LeadRow>(
        `select ${leadColumns.map((column) => `s.${column}`).join()} from ${from}
         where ${[condition.sql, ...sql].join(' and ')} order by ${id} desc limit ?`,
        ...[...condition.values, ...values, limit],
      )
      .map(leadFromRow);
  }

  waiting(limit: number): LeadRecord[] {
    return this.#db
      .all<LeadRow>(
        `select ${leadColumns.join()} from contact_submissions where tab = 'new' order by id limit ?`,
        limit,
      )
      .map(leadFromRow);
  }

  /** Some leads more are put into the index; answers whether there may be others. */
  indexNext(): boolean {
    return this.#search.indexNext();
  }

  counts(when: { since?: Date; before?: Date } = {}): LeadCounts {
    const { sql, values } = conditionsOf(when);
    const rows = this.#db.all<TabCount>(
      `select tab, count(*) as leads from contact_submissions s
       ${sql.length > 0 ? `where ${sql.join(' and ')}` : ''} group by tab`,
      ...values,
    );
    return countsOfTabs(rows);
  }

  suspects(when: { since?: Date; before?: Date } = {}): number {
    const { sql, values } = conditionsOf({ ...when, tab: 'spam' });
    const row = this.#db.get<{ leads: number }>(
      `select count(*) as leads from contact_submissions s where ${sql.join(' and ')}
         and not exists (select 1 from lead_events where submission_id = s.id and kind = 'spam')`,
      ...values,
    );
    return row?.leads ?? 0;
  }

  clients(since: Date): number {
    const row = this.#db.get<{ clients: number }>(
      `select count(*) as clients from contact_submissions s where tab = 'clients' and coalesce(
         (select max(at) from lead_events where submission_id = s.id and kind = 'status' and became = 'client'),
         created_at) >= ?`,
      since.getTime(),
    );
    return row?.clients ?? 0;
  }

  sums(since: Date): LeadSums {
    // Word for word as in the index.
    const day = '(created_at + 18000000) / 86400000';
    const sums = this.#db.all<SumOfGroups>(
      `with counted as materialized (
         select ${day} as day, language, source, campaign, status, count(*) as leads
         from contact_submissions where suspected_spam = 0 and ${day} >= ?
         group by ${day}, language, source, campaign, status
       ), groups as materialized (
         select date(day * 86400, 'unixepoch') as day, language, source, campaign, status, leads from counted
       ) ${sumsOfGroups}`,
      Math.floor((since.getTime() + 18_000_000) / 86_400_000),
    );
    const median = this.#db.get<{ hours: number | null }>(
      `with first as (
         select submission_id, min(at) as at from lead_events where kind = 'status' group by submission_id
       ), waited as materialized (
         select (at - created_at) / 3600000.0 as hours
         from first cross join contact_submissions s on s.id = submission_id
         where created_at >= ? and suspected_spam = 0 and status <> 'new'
       ), counted as (select count(*) as leads from waited)
       select avg(hours) as hours from (
         select hours from waited order by hours
         limit (select 2 - leads % 2 from counted) offset (select max(leads - 1, 0) / 2 from counted))`,
      since.getTime(),
    );
    return { ...toLeadSums(sums), hoursToFirstContact: median?.hours ?? null };
  }

  trustedCampaigns(today: string, most: number): string[] {
    return trustedCampaigns(this.#db, today, most);
  }
  figureSums(period: Period, told: Told): FigureSums {
    return figureSums(this.#db, period, told);
  }
  figureList(until: string): FigureList {
    return figureList(this.#db, until);
  }

  /** What happened after that, and where it ends; from now on when it is null, or of a file that is no longer there. */
  changesAfter(position: Position | null): { position: Position; events: LiveEvent[] } {
    const end = this.#db.get<Position>(
      `select (select seq from sqlite_sequence where name = 'contact_submissions') as leads,
         (select seq from sqlite_sequence where name = 'lead_events') as events,
         (select seq from sqlite_sequence where name = 'erased_leads') as erased`,
    );
    const now = { leads: end?.leads ?? 0, events: end?.events ?? 0, erased: end?.erased ?? 0 };
    const keys = ['leads', 'events', 'erased'] as const;
    if (!position || keys.some((key) => position[key] > now[key])) return { position: now, events: [] };
    if (keys.every((key) => position[key] === now[key])) return { position, events: [] };
    const rows = (sql: string, after: number) =>
      this.#db.all<{ id: number; ref: string }>(`${sql} limit ${mostEvents}`, after);
    const added = rows('select id, ref from contact_submissions where id > ? order by id', position.leads);
    const changed = rows(
      `select e.id, s.ref from lead_events e join contact_submissions s on s.id = e.submission_id
       where e.id > ? order by e.id`,
      position.events,
    );
    const erased = rows('select id, ref from erased_leads where id > ? order by id', position.erased);
    const endOf = (told: { id: number }[], end: number) =>
      told.length < mostEvents ? end : (told.at(-1)?.id ?? end);
    return {
      position: {
        leads: endOf(added, now.leads),
        events: endOf(changed, now.events),
        erased: endOf(erased, now.erased),
      },
      events: [
        ...added.map(({ ref }) => ({ ref, kind: 'added' as const })),
        ...[...new Set(changed.map(({ ref }) => ref))].map((ref) => ({ ref, kind: 'changed' as const })),
        ...erased.map(({ ref }) => ({ ref, kind: 'erased' as const })),
      ],
    };
  }

  /**
   * `secure_delete` zeroes what a deletion frees, yet when SQLite balances its tree it leaves copies of moved
   * rows in the slack of pages (a trial left the text of 2 in 1,000 erased rows readable): only a rewritten
   * file and an emptied write-ahead log hold nothing of it. One rewriting does for all who erased before it began:
   * several in turns would keep writers out until they give up.
   */
  clearTraces(): Promise<void> {
    this.#nextClearing ??= this.#clearing.then(() => {
      this.#nextClearing = null;
      const round = this.#clear();
      this.#clearing = round.catch(() => {});
      return round;
    });
    return this.#nextClearing;
  }

  async #clear(): Promise<void> {
    await this.#db.write(
      'delete from erased_leads where in_index = 0 and at < ?',
      Date.now() - erasedKnownMs,
    );
    const erased = this.#db.get<{ at: number }>(`select at from marks where name = 'erased'`);
    if (!erased) return;
    // First, because with a reader in the way the rewritten file would only come on top of everything in the log.
    await this.#db.patiently(() => this.#db.emptyLog());
    while (await this.#db.patiently(() => this.#search.takeOutErased())) await sleep(writersTurnMs);
    await sleep(writersTurnMs);
    await this.#waitForNight();
    await this.#db.patiently(() => this.#db.exec('vacuum'));
    await this.#db.patiently(() => this.#db.emptyLog());
    // Unless more was erased meanwhile.
    await this.#db.write(`delete from marks where name = 'erased' and at = ?`, erased.at);
  }

  /** By being tried again. Until then only what SQLite may have left in the slack can still be read. */
  async #waitForNight(): Promise<void> {
    const { bytes = 0 } =
      this.#db.get<{ bytes: number }>(
        'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
      ) ?? {};
    if (bytes <= this.#anyTimeBytes || isNight(this.#now())) return;
    await this.#db.patiently(() => this.#db.emptyLog());
    throw new StoreBusy(
      `the file has ${Math.round(bytes / 1e6)} MB, and leads would have to wait while it is rewritten: ` +
        'that is done between 3 and 5 at night, until then copies may be left in it',
    );
  }
}

function between(least: number, most: number, id = 's.id'): Condition {
  return { sql: `${id} > ? and ${id} < ?`, values: [least, most] };
}

/** Only those that are asked for: the planner sees which index will do. */
function conditionsOf(filter: LeadFilter): { sql: string[]; values: (string | number | null)[] } {
  const { tab, status, language, source, campaign, since, before, spam, dead } = filter;
  const asked: [string, string | number | null | undefined][] = [
    ['s.tab = ?', tab === 'all' ? undefined : tab],
    ['s.status = ?', status],
    ['s.language = ?', language],
    ['s.source is ?', source],
    ['s.campaign is ?', campaign],
    ['s.created_at >= ?', since?.getTime()],
    ['s.created_at < ?', before?.getTime()],
    ['s.suspected_spam = ?', spam === undefined ? undefined : Number(spam)],
    [`exists (select 1 from deliveries where submission_id = s.id and state = ?)`, dead ? 'dead' : undefined],
  ];
  const wanted = asked.filter(([, value]) => value !== undefined);
  return {
    sql: wanted.map(([sql]) => sql),
    values: wanted.map(([, value]) => value as string | number | null),
  };
}
