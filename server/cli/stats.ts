import type { Figures } from '../../contract/inbox.ts';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import { channelKinds, kindOf } from '../deliveries/channel.ts';
import type { Channel, Stats } from '../store/store.ts';
import type { Command } from './command.ts';
import { type Column, table } from './table.ts';

const daysShown = 30;
const sourcesShown = 20;

export const stats: Command = {
  options: { format: { type: 'string' } },
  prepare(typed) {
    typed.nothingElse();
    const format = typed.oneOf('format', ['table', 'json']);

    return async ({ store, leads, channels, print, columns }) => {
      const [{ byDay, byLanguage, byChannel }, counts] = await Promise.all([store.stats(), leads.counts()]);
      const { all: total, ...byTab } = counts;
      const days = table(dayColumns, byDay.slice(0, daysShown), columns);
      const earlier = byDay.length > daysShown ? `… and ${byDay.length - daysShown} earlier days\n` : '';
      const languages = table(languageColumns, byLanguage, columns);
      const known = [...channels, ...byChannel.map(({ channel }) => channel)];
      const unknown = channelKinds.filter((kind) => !known.some((channel) => kindOf(channel) === kind));
      const health = [...new Set<string>([...known, ...unknown])].sort().map((channel) => ({
        ...(byChannel.find((each) => each.channel === channel) ?? unused(channel)),
        configured: channels.includes(channel as Channel),
      }));
      if (format === 'json') {
        const figures = await store.figures.list(tashkentDate(new Date()));
        const all = { ...figures, total, byTab, byDay, byLanguage, byChannel: health };
        return print(`${JSON.stringify(all, null, 2)}\n`);
      }
      const tabs = table(
        tabColumns,
        Object.entries(byTab).map(([tab, leads]) => ({ tab, leads })),
        columns,
      );
      await print(
        `Leads: ${total}\n\n${tabs}\n${days}${earlier}\n${languages}\n${visitsText(await leads.figures(daysShown), columns)}\n${table(channelColumns, health, columns)}`,
      );
    };
  },
};

function visitsText({ funnel, bySource, countedSince }: Figures, columns: number | undefined): string {
  if (!countedSince) return 'Visits: not counted, no server using this database has served a visitor yet\n';
  const { visits, acts, leads, clients } = funnel;
  const shown = table(sourceColumns, bySource.slice(0, sourcesShown), columns);
  const more = bySource.length > sourcesShown ? `… and ${bySource.length - sourcesShown} more\n` : '';
  return `Last ${daysShown} days: visits ${visits}, clicks and forms started ${acts}, leads (excluding spam) ${leads}, clients ${clients}\n${shown}${more}`;
}

type Health = Omit<Stats['byChannel'][number], 'channel'> & { channel: string; configured: boolean };

const unused = (channel: string) => ({ channel, pending: 0, delivered: 0, dead: 0, lastError: null });

function verdict({ configured, pending, dead, lastError }: Health): string {
  if (!configured) return 'not configured';
  if (dead > 0) return 'some leads not delivered';
  return pending > 0 && lastError ? 'retrying' : 'ok';
}

const tabColumns: Column<{ tab: string; leads: number }>[] = [
  { title: 'STATUS', value: ({ tab }) => tab },
  { title: 'LEADS', value: ({ leads }) => String(leads) },
];

const dayColumns: Column<Stats['byDay'][number]>[] = [
  { title: 'DAY', value: ({ day }) => (day === tashkentDate(new Date()) ? `${day} (so far)` : day) },
  { title: 'LEADS', value: ({ leads }) => String(leads) },
];

const languageColumns: Column<Stats['byLanguage'][number]>[] = [
  { title: 'LANGUAGE', value: ({ language }) => language ?? 'unknown', widest: 20 },
  { title: 'LEADS', value: ({ leads }) => String(leads) },
];

const sourceColumns: Column<Figures['bySource'][number]>[] = [
  { title: 'SOURCE', value: ({ source }) => source ?? 'unknown' },
  { title: 'CAMPAIGN', value: ({ campaign }) => campaign ?? '' },
  { title: 'VISITS', value: ({ visits }) => String(visits) },
  { title: 'CLICKS', value: ({ acts }) => String(acts) },
  { title: 'LEADS', value: ({ leads }) => String(leads) },
  { title: 'CLIENTS', value: ({ clients }) => String(clients) },
];

const channelColumns: Column<Health>[] = [
  { title: 'CHANNEL', value: ({ channel }) => channel },
  { title: 'HEALTH', value: verdict },
  { title: 'DELIVERED', value: ({ delivered }) => String(delivered) },
  { title: 'PENDING', value: ({ pending }) => String(pending) },
  { title: 'FAILED', value: ({ dead }) => String(dead) },
  { title: 'LAST ERROR', value: ({ lastError }) => lastError ?? '' },
];
