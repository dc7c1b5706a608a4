/** Sums visits and clicks in memory and adds them to the table every few seconds, so no visitor waits for that. */
import type { ClickName } from '../../contract/inbox.ts';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import { DatabaseUnavailable, type Db } from '../db/db.ts';
import { row, sql } from '../db/sql.ts';
import type { Log } from '../outbox/channel.ts';
import { type Arrival, isListed, otherSource } from './sources.ts';

/** A crash loses this much, and the inbox is this far behind. */
const flushEveryMs = 5000;

/** Rows in one transaction: other queries wait for one of these at most. */
const rowsAtOnce = 100;

/** Pairs of source and campaign a day. Anybody can make up names; later ones are counted as `other`. */
export const namesPerDay = 300;

/** `name` null: a visit. */
export type Counted = Arrival & { name: ClickName | null; language: string | null };

/** A row of `stats`: an empty string means unknown, an empty name a visit. */
export type StatsRow = {
  day: string;
  source: string;
  campaign: string;
  language: string;
  name: string;
  count: number;
};

export function startCounting(
  db: Db,
  log: Log,
  { now = () => new Date(), intervalMs = flushEveryMs }: { now?: () => Date; intervalMs?: number } = {},
) {
  let waiting = new Map<string, StatsRow>();
  let day = '';
  let names = new Set<string>();
  let linkNames = new Set<string>();
  let failing = false;
  let flushing: Promise<void> = Promise.resolve();

  function count({ source, campaign, language, name }: Counted): void {
    const today = tashkentDate(now());
    if (today !== day) names = new Set();
    day = today;
    const arrival = keepsName({ source, campaign }) ? { source, campaign } : nameless({ source, campaign });
    add({
      ...{ day, source: arrival.source ?? '', campaign: arrival.campaign ?? '' },
      ...{ language: language ?? '', name: name ?? '', count: 1 },
    });
  }

  const isKnownCampaign = (campaign: string | null) => campaign === null || linkNames.has(campaign);

  function keepsName({ source, campaign }: Arrival): boolean {
    if (isListed(source) && isKnownCampaign(campaign)) return true;
    const pair = `${source} ${campaign}`;
    if (names.size < namesPerDay) names.add(pair);
    return names.has(pair);
  }

  const nameless = ({ source, campaign }: Arrival): Arrival => ({
    source: isListed(source) ? source : otherSource,
    campaign: isKnownCampaign(campaign) ? campaign : otherSource,
  });

  function add(counted: StatsRow): void {
    const { count, ...rest } = counted;
    const key = Object.values(rest).join(' ');
    const sum = waiting.get(key);
    if (sum) sum.count += count;
    else waiting.set(key, counted);
  }

  async function flushNow(): Promise<void> {
    if (waiting.size === 0) return;
    // Two servers that add the same rows in different orders would dead-lock in PostgreSQL.
    let rows = [...waiting].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    waiting = new Map();
    try {
      const links = await db.all<{ name: string }>(sql`select name from links`);
      linkNames = new Set(links.map(({ name }) => name));
      while (rows.length > 0) {
        await addToStats(db, rows.slice(0, rowsAtOnce));
        rows = rows.slice(rowsAtOnce);
      }
      if (failing) log.info('Visits are being saved again');
      failing = false;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) {
        log.error({ error: String(error) }, 'A few seconds of visits could not be saved');
        return;
      }
      for (const row of rows) add(row);
      if (!failing) log.warn({ error: String(error) }, 'Visits cannot be saved; retrying');
      failing = true;
    }
  }

  function flush(): Promise<void> {
    flushing = flushing.then(flushNow);
    return flushing;
  }
  const timer = setInterval(flush, intervalMs).unref();

  return {
    count,
    flush,
    async stop(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}

/** All rows or none. */
export const addToStats = (db: Db, rows: readonly StatsRow[]): Promise<void> =>
  db.transaction(async (db) => {
    for (const counted of rows)
      await db.run(
        sql`insert into stats ${row(counted)} on conflict (source, campaign, language, name, day)
          do update set count = stats.count + excluded.count`,
      );
  });
