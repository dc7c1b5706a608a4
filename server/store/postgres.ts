import postgres from 'postgres';
import { clock } from './clock.ts';
import { findLead } from './lead-rows.ts';
import { notices } from './notices.ts';
import { PostgresDeliveries } from './postgres-deliveries.ts';
import { postgresFigures } from './postgres-figures.ts';
import { PostgresLeads } from './postgres-leads.ts';
import { migratePostgres } from './postgres-migrations.ts';
import { PostgresOverview } from './postgres-overview.ts';
import { PostgresPool, personWaitsMs, saidByPostgres } from './postgres-pool.ts';
import { signIn } from './sign-in.ts';
import { onPostgres, sql } from './sql.ts';
import { stats } from './stats.ts';
import { derivedFrom, type Store } from './store.ts';
import { telegram } from './telegram.ts';

/** A database that is just starting beside this program is given this long… */
const startPatienceMs = 10_000;
/** …and one in which another process is changing large tables, this long. */
const migrateWithinMs = 600_000;

export async function openPostgresStore(url: string): Promise<Store> {
  const pool = new PostgresPool(url, { max: 10 });
  try {
    await pool.askPatiently(migratePostgres, { patienceMs: startPatienceMs, withinMs: migrateWithinMs });
    return storeOn(url, pool);
  } catch (error) {
    await pool.end();
    // Whatever PostgreSQL says (no rights, an encoding that lacks letters) is for the operator to mend.
    throw error instanceof postgres.PostgresError ? saidByPostgres(error) : error;
  }
}

function storeOn(url: string, pool: PostgresPool): Store {
  // A stranger may knock as often as they like, and no lead is to queue behind that. Nor behind those who search, letter by
  // letter, or look at sums, among 100,000 leads; few, because each is a process that takes the processor from visitors.
  const doorPool = new PostgresPool(url, { max: 2 });
  // Whether the index helps depends on the word: with one plan for all of them every lead was read.
  const overviewPool = new PostgresPool(url, { max: 3, idleSeconds: 30, planAnew: true });
  const leads = new PostgresLeads(pool);
  const overview = new PostgresOverview(overviewPool);
  const addLeads: Store['addLeads'] = (these) => leads.add(these);
  const leadPart: Store['leadPart'] = (filter, part) => overview.part(filter, part);
  return {
    ...{ addLeads, leadPart, ...derivedFrom({ addLeads, leadPart }) },
    async hasLeads() {
      const rows = await pool.ask((sql) => sql`select from contact_submissions limit 1`);
      return rows.length > 0;
    },

    async checkWritable() {
      // On a disk that is full the row below can still be rewritten.
      await leads.checkRoom();
      // No lead, no delivery: but whether both may be written, and none of the tables that takes is locked.
      const [before] = await pool.ask(
        (sql) => sql<{ ms: number }[]>`
        with lead as (insert into contact_submissions (ref, name, phone, message) select '', '', '', '' from marks where false),
          delivery as (insert into deliveries (submission_id, channel) select 0, '' where false),
          checked as (insert into service_health (id, checked_at) values (1, now())
            on conflict (id) do update set checked_at = excluded.checked_at)
        select extract(epoch from now() - checked_at)::float8 * 1000 as ms from service_health`,
      );
      return before?.ms ?? null;
    },

    waitingLeads: (limit) => overview.waiting(limit),
    countLeads: (when) => overview.counts(when),
    countSuspects: (when) => overview.suspects(when),
    countClients: (since) => overview.clients(since),
    sumLeads: (since) => overview.sums(since),
    followLeads: () => overview.follow(),
    findLead: (ref) => findLead(onPostgres(pool), ref),
    changeLead: (ref, change, who) => leads.change(ref, change, who),
    eraseLead: (ref) => leads.erase(ref),
    eraseLeadsBefore: (time, channels) => leads.eraseBefore(time, channels),

    /** Its files are PostgreSQL's own affair: vacuuming, write-ahead log and backups belong to its operator. */
    async clearTraces() {
      await pool.ask((sql) => sql`delete from erased_leads where at < now() - interval '1 day'`);
    },

    stats: stats(
      onPostgres(pool, personWaitsMs),
      sql`to_char(created_at at time zone 'Asia/Tashkent', 'YYYY-MM-DD')`,
    ),

    deliveries: new PostgresDeliveries(pool),
    clock: clock(onPostgres(pool)),
    signIn: signIn(onPostgres(doorPool)),
    telegram: telegram(onPostgres(pool)),
    notices: notices(onPostgres(pool)),
    figures: postgresFigures(doorPool),

    async close() {
      await Promise.all([pool, doorPool, overviewPool].map((each) => each.end()));
    },
  };
}
