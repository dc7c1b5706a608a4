/** Sums in memory, written every few seconds: no visitor waits for them, and the store is not asked for each. */
import type { ClickName } from '../../contract/inbox.ts';
import type { Log } from '../deliveries/channel.ts';
import { endOfTashkentDay, tashkentDate } from '../leads/tashkent-time.ts';
import { type Count, type FiguresStore, kindsPerDay, otherSource } from './figures-store.ts';
import { type Arrival, isListed } from './sources.ts';

/** What a crash may lose, and how old a figure in the inbox may be. */
const everyMs = 5000;

/** Days of a store that is away: more than this is not kept, so that waiting for it costs no memory. */
const mostWaiting = 20_000;

export type Counted = Arrival & { name: ClickName | null; language: string | null };

export type Counting = {
  /** `mayName`: asked only when this pair of source and campaign is the first of its day; false counts it as `other`. */
  count(counted: Counted, mayName: () => boolean): void;
  /** Writes what was counted so far. */
  write(): Promise<void>;
  stop(): Promise<void>;
};

export function startCounting(
  store: FiguresStore,
  log: Log,
  { now = Date.now, intervalMs = everyMs } = {},
): Counting {
  let waiting = new Map<string, Count>();
  let day = '';
  let dayEnds = 0;
  let kinds = new Set<string>();
  let failing = false;
  let writing: Promise<void> = Promise.resolve();

  function add(count: Count): void {
    const key = `${count.day} ${count.name} ${count.source} ${count.campaign} ${count.language}`;
    const known = waiting.get(key);
    if (known) known.count += count.count;
    else if (waiting.size < mostWaiting) waiting.set(key, count);
  }

  function count({ source, campaign, name, language }: Counted, mayName: () => boolean): void {
    const time = now();
    // A clock put back begins its day anew as well.
    if (time >= dayEnds || time < dayEnds - dayMs) {
      day = tashkentDate(new Date(time));
      dayEnds = endOfTashkentDay(day)?.getTime() ?? 0;
      kinds = new Set();
    }
    const listed = campaign === null && isListed(source);
    if (listed || isKnown(`${source} ${campaign}`, mayName))
      add({ day, name, source, campaign, language, count: 1, listed });
    else add({ day, name, source: otherSource, campaign: null, language, count: 1, listed: true });
  }

  function isKnown(kind: string, mayName: () => boolean): boolean {
    if (kinds.has(kind)) return true;
    if (kinds.size >= kindsPerDay || !mayName()) return false;
    kinds.add(kind);
    return true;
  }

  async function writeNow(): Promise<void> {
    if (waiting.size === 0) return;
    const written = waiting;
    waiting = new Map();
    try {
      await store.add([...written.values()]);
      if (failing) log.info('Visits are written down again');
      failing = false;
    } catch (error) {
      const later = waiting;
      waiting = written;
      for (const count of later.values()) add(count);
      if (!failing) log.warn({ error: String(error) }, 'Visits cannot be written down; trying again');
      failing = true;
    }
  }

  /** One after the other: what failed is put back before more is taken out. */
  const write = () => {
    writing = writing.then(writeNow);
    return writing;
  };
  const timer = setInterval(write, intervalMs);
  timer.unref();

  return {
    count,
    write,
    async stop() {
      clearInterval(timer);
      await write();
    },
  };
}
const dayMs = 24 * 3_600_000;
