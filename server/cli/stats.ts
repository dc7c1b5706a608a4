import type { Stats } from '../../contract/inbox.ts';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import type { Db } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { countLeads } from '../leads/find.ts';
import { kindOf } from '../outbox/channel.ts';
import { statsList, statsOf } from '../stats/sums.ts';
import type { Command } from './command.ts';
import { type Column, table } from './table.ts';

const daysShown = 30;
const sourcesShown = 20;

export const stats: Command = {
  options: { format: { type: 'string' } },
  prepare(typed) {
    typed.nothingElse();
    const format = typed.oneOf('format', ['table', 'json']);

    return async ({ db, channels, print, columns }) => {
      const [{ all: total, ...byTab }, byDay, byLanguage, byChannel] = await Promise.all([
        countLeads(db),
        db.all<DaySum>(
          sql`select day, count(*) as leads from contact_submissions group by day order by day desc`,
        ),
        db.all<LanguageSum>(
          sql`select language, count(*) as leads from contact_submissions group by language
            order by leads desc, language nulls first`,
        ),
        channelSums(db, channels),
      ]);
      if (format === 'json') {
        const all = { ...(await statsList(db)), total, byTab, byDay, byLanguage, byChannel };
        return print(`${JSON.stringify(all, null, 2)}\n`);
      }
      const tabs = Object.entries(byTab).map(([tab, leads]) => ({ tab, leads }));
      const earlier = byDay.length > daysShown ? `… and ${byDay.length - daysShown} earlier days\n` : '';
      await print(
        [
          `Leads: ${total}\n`,
          table(tabColumns, tabs, columns),
          table(dayColumns, byDay.slice(0, daysShown), columns) + earlier,
          table(languageColumns, byLanguage, columns),
          visitsText(await statsOf(db, daysShown), columns),
          table(channelColumns, byChannel, columns),
        ].join('\n'),
      );
    };
  },
};

type DaySum = { day: string; leads: number };
type LanguageSum = { language: string | null; leads: number };
type ChannelSum = {
  channel: string;
  pending: number;
  delivered: number;
  dead: number;
  lastError: string | null;
  configured: boolean;
};

/** Configured channels, those that leads were once sent to, and kinds that are not configured. */
async function channelSums(db: Db, configured: readonly string[]): Promise<ChannelSum[]> {
  const sums = await db.all<Omit<ChannelSum, 'configured'>>(
    sql`select channel, count(*) filter (where state = 'pending') as pending,
        count(*) filter (where state = 'done') as delivered, count(*) filter (where state = 'dead') as dead,
        (select last_error from outbox e where e.channel = o.channel and kind = 'lead' and last_error is not null
          order by id desc limit 1) as "lastError"
      from outbox o where kind = 'lead' group by channel`,
  );
  const known = [...configured, ...sums.map(({ channel }) => channel)];
  const unused = ['telegram', 'email', 'webhook'].filter(
    (kind) => !known.some((each) => kindOf(each) === kind),
  );
  return [...new Set([...known, ...unused])].sort().map((channel) => ({
    ...{ channel, pending: 0, delivered: 0, dead: 0, lastError: null },
    ...sums.find((each) => each.channel === channel),
    configured: configured.includes(channel),
  }));
}

function visitsText({ funnel, bySource, countedSince }: Stats, columns: number | undefined): string {
  if (!countedSince) return 'Visits: not counted, no server using this database has served a visitor yet\n';
  const { visits, acts, leads, clients } = funnel;
  const shown = table(sourceColumns, bySource.slice(0, sourcesShown), columns);
  const more = bySource.length > sourcesShown ? `… and ${bySource.length - sourcesShown} more\n` : '';
  return `Last ${daysShown} days: visits ${visits}, clicks and forms started ${acts}, leads (excluding spam) ${leads}, clients ${clients}\n${shown}${more}`;
}

function verdict({ configured, pending, dead, lastError }: ChannelSum): string {
  if (!configured) return 'not configured';
  if (dead > 0) return 'some leads not delivered';
  return pending > 0 && lastError ? 'retrying' : 'ok';
}

const tabColumns: Column<{ tab: string; leads: number }>[] = [
  { title: 'STATUS', value: ({ tab }) => tab },
  { title: 'LEADS', value: ({ leads }) => String(leads) },
];

const dayColumns: Column<DaySum>[] = [
  { title: 'DAY', value: ({ day }) => (day === tashkentDate(new Date()) ? `${day} (so far)` : day) },
  { title: 'LEADS', value: ({ leads }) => String(leads) },
];

const languageColumns: Column<LanguageSum>[] = [
  { title: 'LANGUAGE', value: ({ language }) => language ?? 'unknown', widest: 20 },
  { title: 'LEADS', value: ({ leads }) => String(leads) },
];

const sourceColumns: Column<Stats['bySource'][number]>[] = [
  { title: 'SOURCE', value: ({ source }) => source ?? 'unknown' },
  { title: 'CAMPAIGN', value: ({ campaign }) => campaign ?? '' },
  { title: 'VISITS', value: ({ visits }) => String(visits) },
  { title: 'CLICKS', value: ({ acts }) => String(acts) },
  { title: 'LEADS', value: ({ leads }) => String(leads) },
  { title: 'CLIENTS', value: ({ clients }) => String(clients) },
];

const channelColumns: Column<ChannelSum>[] = [
  { title: 'CHANNEL', value: ({ channel }) => channel },
  { title: 'HEALTH', value: verdict },
  { title: 'DELIVERED', value: ({ delivered }) => String(delivered) },
  { title: 'PENDING', value: ({ pending }) => String(pending) },
  { title: 'FAILED', value: ({ dead }) => String(dead) },
  { title: 'LAST ERROR', value: ({ lastError }) => lastError ?? '' },
];
