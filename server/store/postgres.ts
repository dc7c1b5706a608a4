import type { LiveEvent } from '../../contract/inbox.ts';
import { PostgresDeliveries } from './postgres-deliveries.ts';
import { PostgresFigures } from './postgres-figures.ts';
import { PostgresLeads } from './postgres-leads.ts';
import { migratePostgres } from './postgres-migrations.ts';
import { PostgresNotices } from './postgres-notices.ts';
import { PostgresOverview } from './postgres-overview.ts';
import { PostgresPool, saidByPostgres } from './postgres-pool.ts';
import { PostgresSignIn } from './postgres-sign-in.ts';
import { PostgresTelegram } from './postgres-telegram.ts';
import {
  type Channel,
  type ClaimedDelivery,
  type Doubt,
  type End,
  eachLeadOf,
  type LeadChange,
  type LeadFilter,
  type LeadRecord,
  type NewLead,
  type Part,
  type Stats,
  type Store,
  StoreUnavailable,
} from './store.ts';

/** A database that is just starting beside this program is given this long… */
const startPatienceMs = 10_000;
/** …and one in which another process is changing large tables, this long. */
const migrateWithinMs = 600_000;
/** Counting all leads is for a person with a tool, who waits longer than a visitor. */
const countWithinMs = 60_000;

export async function openPostgresStore(url: string): Promise<Store> {
  const pool = new PostgresPool(url, { max: 10 });
  try {
    await pool.askPatiently(migratePostgres, { patienceMs: startPatienceMs, withinMs: migrateWithinMs });
    return new PostgresStore(
      pool,
      new PostgresPool(url, { max: 2 }),
      new PostgresPool(url, { max: 4, idleSeconds: 30 }),
    );
  } catch (error) {
    await pool.end();
    // Whatever it is (no rights, an encoding that lacks letters), it is for the operator to mend.
    throw error instanceof StoreUnavailable ? error : saidByPostgres(error);
  }
}

class PostgresStore implements Store {
  readonly #pool: PostgresPool;
  readonly #leads: PostgresLeads;
  readonly #overview: PostgresOverview;
  readonly #deliveries: PostgresDeliveries;
  readonly #doorPool: PostgresPool;
  readonly #overviewPool: PostgresPool;
  readonly signIn: PostgresSignIn;
  readonly telegram: PostgresTelegram;
  readonly notices: PostgresNotices;
  readonly figures: PostgresFigures;

  /**
   * `doorPool`: a stranger may knock as often as they like, and no lead is to queue behind that. Nor behind those who
   * search, letter by letter, or look at sums, among 100,000 leads: `overviewPool`.
   */
  constructor(pool: PostgresPool, doorPool: PostgresPool, overviewPool: PostgresPool) {
    this.#pool = pool;
    this.#doorPool = doorPool;
    this.#overviewPool = overviewPool;
    this.signIn = new PostgresSignIn(doorPool);
    this.telegram = new PostgresTelegram(pool);
    this.figures = new PostgresFigures(doorPool);
    this.#leads = new PostgresLeads(pool);
    this.#overview = new PostgresOverview(overviewPool);
    this.#deliveries = new PostgresDeliveries(pool);
    this.notices = new PostgresNotices(pool);
  }

  async addLead(lead: NewLead): Promise<{ ref: string; stored: boolean }> {
    const [added] = await this.#leads.add([lead]);
    if (!added) throw new Error('one lead was handed in, none came back');
    return added;
  }

  addLeads(leads: readonly NewLead[]): Promise<{ ref: string; stored: boolean }[]> {
    return this.#leads.add(leads);
  }

  async checkWritable(): Promise<number | null> {
    // No lead, no delivery: but whether both may be written, and neither table is locked.
    const [before] = await this.#pool.ask(
      (sql) => sql<{ ms: number }[]>`
      with lead as (insert into contact_submissions (ref, name, phone, message) select '', '', '', '' where false),
        delivery as (insert into deliveries (submission_id, channel) select 0, '' where false),
        checked as (insert into service_health (id, checked_at) values (1, now())
          on conflict (id) do update set checked_at = excluded.checked_at)
      select extract(epoch from now() - checked_at)::float8 * 1000 as ms from service_health`,
    );
    return before?.ms ?? null;
  }

  leadPart = (filter: LeadFilter, part: Part) => this.#overview.part(filter, part);
  eachLead(filter: LeadFilter): AsyncIterable<LeadRecord> {
    return eachLeadOf(this.leadPart, filter);
  }
  listLeads({ limit, ...filter }: LeadFilter & { limit?: number }): Promise<LeadRecord[]> {
    return Array.fromAsync(eachLeadOf(this.leadPart, filter, limit));
  }
  waitingLeads(limit: number) {
    return this.#overview.waiting(limit);
  }
  countLeads(when?: { since?: Date; before?: Date }) {
    return this.#overview.counts(when);
  }
  countSuspects(when?: { since?: Date; before?: Date }) {
    return this.#overview.suspects(when);
  }
  countClients(since: Date) {
    return this.#overview.clients(since);
  }
  sumLeads(since: Date) {
    return this.#overview.sums(since);
  }
  followLeads(): () => Promise<LiveEvent[]> {
    return this.#overview.follow();
  }
  findLead(ref: string) {
    return this.#leads.find(ref);
  }
  changeLead(ref: string, change: LeadChange, who: string) {
    return this.#leads.change(ref, change, who);
  }
  eraseLead(ref: string): Promise<boolean> {
    return this.#leads.erase(ref);
  }
  eraseLeadsBefore(time: Date, channels: readonly Channel[]): Promise<number> {
    return this.#leads.eraseBefore(time, channels);
  }
  /** Its files are PostgreSQL's own affair: vacuuming, write-ahead log and backups belong to its operator. */
  async clearTraces(): Promise<void> {
    await this.#pool.ask((sql) => sql`delete from erased_leads where at < now() - interval '1 day'`);
  }
  channelHealth(channels: readonly Channel[]) {
    return this.#overview.health(channels);
  }

  async stats(): Promise<Stats> {
    const [byDay, byLanguage, byChannel] = await Promise.all([
      this.#pool.ask(
        (sql) => sql<Stats['byDay']>`
          select to_char(created_at at time zone 'Asia/Tashkent', 'YYYY-MM-DD') as day, count(*)::int as leads
          from contact_submissions group by day order by day desc`,
        countWithinMs,
      ),
      this.#pool.ask(
        (sql) => sql<Stats['byLanguage']>`
          select language, count(*)::int as leads
          from contact_submissions group by language order by leads desc, language nulls first`,
        countWithinMs,
      ),
      this.#deliveries.health(),
    ]);
    return { byDay: [...byDay], byLanguage: [...byLanguage], byChannel };
  }

  nameChannels(channels: readonly Channel[]) {
    return this.#deliveries.name(channels);
  }

  async hasLeads(): Promise<boolean> {
    const rows = await this.#pool.ask((sql) => sql`select from contact_submissions limit 1`);
    return rows.length > 0;
  }

  async knownTime(): Promise<Date | null> {
    const [row] = await this.#pool.ask(
      (sql) => sql<{ at: Date }[]>`select at from marks where name = 'clock'`,
    );
    return row?.at ?? null;
  }

  async rememberTime(time: Date): Promise<void> {
    await this.#pool.ask(
      (sql) => sql`insert into marks (name, at) values ('clock', ${time})
        on conflict (name) do update set at = greatest(marks.at, excluded.at)`,
    );
  }

  async setTime(now: Date): Promise<number> {
    const { count } = await this.#pool.ask(
      (sql) => sql`
      with believed as (delete from marks where name in ('doubted', 'seen')),
        known as (insert into marks (name, at) values ('clock', ${now})
          on conflict (name) do update set at = excluded.at)
      update contact_submissions set created_at = ${now} where created_at > ${now}`,
    );
    return count;
  }

  async doubt(): Promise<Doubt | null> {
    const [row] = await this.#pool.ask(
      (sql) => sql<Doubt[]>`
      select doubted.at as since, seen.at as seen from marks doubted, marks seen
      where doubted.name = 'doubted' and seen.name = 'seen'`,
    );
    return row ?? null;
  }

  async setDoubt(doubt: Doubt | null): Promise<void> {
    await this.#pool.ask((sql) =>
      doubt
        ? sql`insert into marks (name, at) values ('doubted', ${doubt.since}), ('seen', ${doubt.seen})
            on conflict (name) do update set at = excluded.at`
        : sql`delete from marks where name in ('doubted', 'seen')`,
    );
  }

  enrolDeliveries(channels: readonly Channel[]) {
    return this.#deliveries.enrol(channels);
  }
  claimDeliveries(channel: Channel, limit: number, leaseMs: number, end: End = 'newest') {
    return this.#deliveries.claim(channel, limit, leaseMs, end);
  }
  deliverySucceeded(delivery: ClaimedDelivery) {
    return this.#deliveries.succeeded(delivery);
  }
  deliveryFailed(delivery: ClaimedDelivery, error: string, retryInMs: number | null) {
    return this.#deliveries.failed(delivery, error, retryInMs);
  }
  channelWorked(channel: Channel) {
    return this.#deliveries.worked(channel);
  }
  resendLead(ref: string, channels: readonly Channel[], who: string) {
    return this.#deliveries.resend(ref, channels, who);
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool, this.#doorPool, this.#overviewPool].map((pool) => pool.end()));
  }
}
