import { channelKinds, kindOf } from '../deliveries/channel.ts';
import type { Channel, Stats } from '../store/store.ts';
import type { Command } from './command.ts';
import { type Column, table } from './table.ts';

const daysShown = 30;

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
      if (format === 'json')
        return print(
          `${JSON.stringify({ leads: total, byTab, byDay, byLanguage, byChannel: health }, null, 2)}\n`,
        );
      const tabs = table(
        tabColumns,
        Object.entries(byTab).map(([tab, leads]) => ({ tab, leads })),
        columns,
      );
      await print(
        `${total} leads\n\n${tabs}\n${days}${earlier}\n${languages}\n${table(channelColumns, health, columns)}`,
      );
    };
  },
};

type Health = Omit<Stats['byChannel'][number], 'channel'> & { channel: string; configured: boolean };

const unused = (channel: string) => ({ channel, pending: 0, delivered: 0, dead: 0, lastError: null });

function verdict({ configured, pending, dead, lastError }: Health): string {
  if (!configured) return 'not configured';
  if (dead > 0) return 'some leads did not arrive';
  return pending > 0 && lastError ? 'trying again' : 'fine';
}

const tabColumns: Column<{ tab: string; leads: number }>[] = [
  { title: 'STANDING', value: ({ tab }) => tab },
  { title: 'LEADS', value: ({ leads }) => String(leads) },
];

const dayColumns: Column<Stats['byDay'][number]>[] = [
  { title: 'DAY', value: ({ day }) => day },
  { title: 'LEADS', value: ({ leads }) => String(leads) },
];

const languageColumns: Column<Stats['byLanguage'][number]>[] = [
  { title: 'LANGUAGE', value: ({ language }) => language ?? 'unknown', widest: 20 },
  { title: 'LEADS', value: ({ leads }) => String(leads) },
];

const channelColumns: Column<Health>[] = [
  { title: 'CHANNEL', value: ({ channel }) => channel },
  { title: 'HEALTH', value: verdict },
  { title: 'DELIVERED', value: ({ delivered }) => String(delivered) },
  { title: 'PENDING', value: ({ pending }) => String(pending) },
  { title: 'DEAD', value: ({ dead }) => String(dead) },
  { title: 'LAST ERROR', value: ({ lastError }) => lastError ?? '' },
];
