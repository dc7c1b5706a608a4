/** Sums in memory, written every few seconds: no visitor waits for them, and the store is not asked for each. */
import { setImmediate as turn } from 'node:timers/promises';
import type { ClickName } from '../../contract/inbox.ts';
import { endOfTashkentDay, tashkentDate } from '../../contract/tashkent-time.ts';
import type { Log } from '../deliveries/channel.ts';
import { installedAt } from '../retention.ts';
import { StoreUnavailable } from '../store/store.ts';
import { type Count, type FiguresStore, kindsPerDay, otherSource } from './figures-store.ts';
import { type Arrival, isListed } from './sources.ts';

/** What a crash may lose, and how old a figure in the inbox may be. */
const everyMs = 5000;

/** SQLite writes them where visitors are answered: they wait for one such portion, not for a flood of names. */
const mostAtOnce = 500;

/** Days of a store that is away: more than this is not kept, so that waiting for it costs no memory. */
const mostWaiting = 20_000;

/** How soon a link that was made, or a lead that came, is known to count for a campaign. */
const learnEveryMs = 60_000;
/** Of each kind: more posts than a provider has, and few enough to be kept in mind. */
const mostTrusted = 200;

export type Counted = Arrival & { name: ClickName | null; language: string | null };

/** Whether it has its name for certain is asked when it is written. */
type Waiting = Omit<Count, 'listed' | 'trusted'>;

export type Counting = {
  count(counted: Counted, client: string): void;
  /** Writes what was counted so far. */
  write(): Promise<void>;
  stop(): Promise<void>;
};

type CountingOptions = {
  /** Asked only when a pair of a name that nobody knows is the first of its day; false counts that name as `other`. */
  mayName?: (client: string) => boolean;
  now?: () => number;
  /** No visit is counted on a day before this one: only a clock that has lost its time shows it. */
  installed?: Date;
  intervalMs?: number;
};

export function startCounting(
  store: Pick<FiguresStore, 'add' | 'trustedCampaigns'>,
  log: Log,
  {
    mayName = () => true,
    now = Date.now,
    installed = installedAt,
    intervalMs = everyMs,
  }: CountingOptions = {},
): Counting {
  let waiting = new Map<string, Waiting>();
  let trusted = new Set<string>();
  let learnt = Number.NEGATIVE_INFINITY;
  let strangers = false;
  let day = '';
  let dayEnds = 0;
  let believed = true;
  let kinds = new Set<string>();
  let failing = false;
  let writing: Promise<void> = Promise.resolve();

  function add(key: string, count: Waiting): void {
    const known = waiting.get(key);
    if (known) known.count += count.count;
    else if (waiting.size < mostWaiting) waiting.set(key, count);
  }

  function count(counted: Counted, client: string): void {
    const time = now();
    // A clock put back begins its day anew as well.
    if (time >= dayEnds || time < dayEnds - dayMs) begin(tashkentDate(new Date(time)));
    if (!believed) return;
    const key = keyOf(day, counted);
    const known = waiting.get(key);
    // Nearly always, and then at the cost of a look.
    if (known) known.count++;
    else countFirst(key, counted, client);
  }

  function begin(today: string): void {
    day = today;
    dayEnds = endOfTashkentDay(day)?.getTime() ?? 0;
    kinds = new Set();
    believed = day >= tashkentDate(installed);
    if (!believed)
      log.warn(
        { day },
        'The system clock shows a date before this program was installed; visits are not counted',
      );
  }

  function countFirst(key: string, counted: Counted, client: string): void {
    const { source, campaign } = counted;
    const certain = isListed(source) && isTrusted(campaign);
    if (certain || isKnown(kindOf(counted), client)) add(key, { ...counted, day, count: 1 });
    else {
      const rest = {
        ...counted,
        source: isListed(source) ? source : otherSource,
        campaign: isTrusted(campaign) ? campaign : otherSource,
      };
      add(keyOf(day, rest), { ...rest, day, count: 1 });
    }
  }

  const isTrusted = (campaign: string | null) => campaign === null || trusted.has(campaign);

  function isKnown(kind: string, client: string): boolean {
    strangers = true;
    if (kinds.has(kind)) return true;
    if (kinds.size >= kindsPerDay || !mayName(client)) return false;
    kinds.add(kind);
    return true;
  }

  /** Only when somebody came with a name that is not among them: most days nobody does. */
  async function learnTrusted(): Promise<void> {
    if (!strangers || (now() - learnt < learnEveryMs && now() >= learnt)) return;
    trusted = new Set(await store.trustedCampaigns(tashkentDate(new Date(now())), mostTrusted));
    learnt = now();
    strangers = false;
  }

  async function writeNow(): Promise<void> {
    if (waiting.size === 0) return;
    const due = waiting;
    waiting = new Map();
    try {
      await learnTrusted();
      while (due.size > 0) {
        const portion = [...due.entries().take(mostAtOnce)];
        await store.add(
          portion.map(([, count]) => ({
            ...{ ...count, listed: isListed(count.source), trusted: isTrusted(count.campaign) },
          })),
        );
        for (const [key] of portion) due.delete(key);
        await turn();
      }
      if (failing) log.info('Visits are being saved again');
      failing = false;
    } catch (error) {
      // What a store that is there will not take, it will never take: kept, it would stand before all that comes.
      if (!(error instanceof StoreUnavailable)) {
        log.error({ error: String(error) }, 'A few seconds of visits could not be saved');
        return;
      }
      const later = waiting;
      waiting = due;
      for (const [key, count] of later) add(key, count);
      if (!failing) log.warn({ error: String(error) }, 'Visits cannot be saved; retrying');
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

/** A name is never empty; and somebody's campaign may be called `null`. */
const kindOf = ({ source, campaign }: Arrival): string => `${source ?? ''} ${campaign ?? ''}`;

const keyOf = (day: string, { name, language, ...arrival }: Counted): string =>
  `${day} ${name ?? ''} ${language ?? ''} ${kindOf(arrival)}`;
