import { parseArgs } from 'node:util';
import type { ChannelHealth } from '#contract/inbox.ts';
import { tashkentMinute } from '#contract/tashkent-time.ts';
import { countLeads } from '#server/leads/sums.ts';
import { configuredChannels } from '#server/outbox/channel.ts';
import { channelStates } from '#server/outbox/channel-state.ts';
import { statsOf } from '#server/stats/sums.ts';
import type { Command } from './command.ts';
import { table } from './table.ts';

const daysShown = 30;
const campaignsShown = 20;

export const stats: Command = async (args, { db, config, print, columns }) => {
  parseArgs({ args });
  const { all: total, ...byTab } = await countLeads(db);
  const channels = await channelStates(db, configuredChannels(config));
  const { funnel, days, byLanguage, byCampaign, countedSince } = await statsOf(db, daysShown);
  const visits = countedSince === null ? 'not counted yet' : funnel.visits;
  const show = (rows: Parameters<typeof table>[0]) => table(rows, columns);
  const sections = [
    `Leads: ${total}\n`,
    show(Object.entries(byTab).map(([tab, leads]) => ({ TAB: tab, LEADS: leads }))),
    `Last ${daysShown} days: visits ${visits}, clicks and forms started ${funnel.clicks}, ` +
      `leads (excluding spam) ${funnel.leads}, clients ${funnel.clients}\n`,
    show(
      days
        .filter((day) => day.visits + day.leads > 0)
        .reverse()
        .map(({ day, visits, leads }) => ({ DAY: day, VISITS: visits, LEADS: leads })),
    ),
    show(byLanguage.map(({ language, leads }) => ({ LANGUAGE: language ?? 'unknown', LEADS: leads }))),
    show(
      byCampaign.slice(0, campaignsShown).map(({ sources, campaign, visits, clicks, leads, clients }) => ({
        SOURCE: sources.map((source) => source ?? 'unknown').join(', '),
        CAMPAIGN: campaign ?? '',
        VISITS: visits,
        CLICKS: clicks,
        LEADS: leads,
        CLIENTS: clients,
      })),
    ),
    show(channels.map(channelRow)),
  ];
  await print(sections.join('\n'));
};

const channelRow = ({ channel, pending, dead, failingSince, lastError, lastDeliveredAt }: ChannelHealth) => ({
  CHANNEL: channel,
  STATE: failingSince ? 'failing' : dead > 0 ? 'some leads not delivered' : 'working',
  'LAST DELIVERY': lastDeliveredAt ? tashkentMinute(new Date(lastDeliveredAt)) : '',
  PENDING: pending,
  FAILED: dead,
  'LAST ERROR': lastError ?? '',
});
