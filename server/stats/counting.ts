/** Visits and clicks are summed in memory and saved every few seconds, so no visitor waits. */

import type { ClickName } from '#contract/clicks.ts';
import type { Language } from '#contract/languages.ts';
import { tashkentDate } from '#contract/tashkent-time.ts';
import type { Db } from '#server/db/db.ts';
import { row, sql } from '#server/db/sql.ts';
import { errorDetails, type Log } from '#server/runtime/log.ts';
import { repeat } from '#server/runtime/repeat.ts';
import { type Attribution, isKnownSource, otherSource } from './sources.ts';

/** A crash loses the visits and clicks of this time. */
const saveEveryMs = 5000;

/** Anybody can make up names, so further new names on one day are counted as `other`. */
export const namesPerDay = 300;

/** `name` null: a visit. */
export type StatsEvent = Attribution & { name: ClickName | null; language: Language | null };

/** A row of `stats`: an empty string means unknown, an empty name a visit. */
export type StatsRow = Record<'day' | 'source' | 'campaign' | 'language' | 'name', string> & {
  count: number;
};

export function startCounting(db: Db, log: Log) {
  let waiting = new Map<string, StatsRow>();
  let day = '';
  let names = new Set<string>();
  let linkNames = new Set<string>();

  function count({ source, campaign, language, name }: StatsEvent): void {
    const today = tashkentDate(Date.now());
    if (today !== day) names = new Set();
    day = today;
    const attribution = { source: nameToCount(source), campaign: nameToCount(campaign) };
    add({ day, ...attribution, language: language ?? '', name: name ?? '', count: 1 });
  }

  function nameToCount(name: string | null): string {
    if (name === null) return '';
    if (isKnownSource(name) || linkNames.has(name) || names.has(name)) return name;
    if (names.size >= namesPerDay) return otherSource;
    names.add(name);
    return name;
  }

  function add(counted: StatsRow): void {
    const { count, ...rest } = counted;
    const key = Object.values(rest).join(' ');
    const sum = waiting.get(key);
    if (sum) sum.count += count;
    else waiting.set(key, counted);
  }

  async function save(): Promise<void> {
    if (waiting.size === 0) return;
    // The same order in all servers avoids deadlocks in PostgreSQL.
    const rows = [...waiting].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    waiting = new Map();
    try {
      const links = await db.all<{ name: string }>(sql`select name from links`);
      linkNames = new Set(links.map(({ name }) => name));
      await addToStats(db, rows);
    } catch (error) {
      for (const row of rows) add(row);
      log.throttled.warn(errorDetails(error), 'Visits cannot be saved; retrying');
    }
  }

  const saving = repeat(save, () => saveEveryMs);
  return {
    count,
    save,
    async stop(): Promise<void> {
      await saving.stop();
      await save();
    },
  };
}

export const addToStats = (db: Db, rows: readonly StatsRow[]): Promise<void> =>
  db.transaction(async (db) => {
    for (const counted of rows)
      await db.run(
        sql`insert into stats ${row(counted)} on conflict (source, campaign, language, name, day)
          do update set count = stats.count + excluded.count`,
      );
  });
