import { channelName } from '#contract/channel-name.ts';
import { fill } from '#contract/fill.ts';
import type { ChannelHealth } from '#contract/inbox.ts';
import { sql } from '#server/db/sql.ts';
import type { Locale } from '#server/leads/locale.ts';
import type { Channel } from '#server/outbox/channel.ts';
import { hasFailedLong } from '#server/outbox/channel-state.ts';
import type { AlertOptions } from './alerts.ts';
import { notify } from './notify.ts';

/** Reports through the other channels that one is failing, and that it works again. */
export async function reportFailure(
  { db, channels, inboxUrl, locale }: AlertOptions,
  state: ChannelHealth,
  now: Date,
): Promise<void> {
  const { channel, failingSince } = state;
  const words = locale.words.alerts;
  if (!failingSince) {
    const prefix = `failing:${channel}:`;
    await db.transaction(async (db) => {
      const alerts = await db.all<{ key: string; channel: Channel; state: string }>(
        sql`delete from outbox where kind = 'staff' and substr(key, 1, ${prefix.length}) = ${prefix}
          returning key, channel, state`,
      );
      // An alert that has not been sent by now is dropped.
      for (const alert of alerts.filter(({ state }) => state === 'done'))
        await notify(db, [alert.channel], `working:${alert.key}`, {
          title: fill(words.working, { channel: channelName(channel) }),
          text: words.leadsArriving,
        });
    });
    return;
  }
  if (!hasFailedLong(state, now)) return;
  await notify(db, otherChannels(channels, state), `failing:${channel}:${failingSince}`, {
    title: fill(words.failing, { channel: channelName(channel) }),
    text: [
      failingSentence(state, locale),
      ...errorLine(state, locale),
      words.leadsSafe,
      ...(inboxUrl ? [`${locale.inboxWords.delivery.bannerLink} ${inboxUrl}/delivery`] : []),
      words.fixHint,
    ].join('\n'),
  });
}

/** Sends one alert for each hour in which a channel gave up on leads, when that hour is over. */
export async function reportUndelivered(
  { db, channels, inboxUrl, locale }: AlertOptions,
  state: ChannelHealth,
  now: Date,
): Promise<void> {
  const { channel, dead, undeliveredLeads } = state;
  if (dead === 0) return;
  const hour = now.toISOString().slice(0, 13);
  const newest = await db.get<{ at: string | null }>(
    sql`select max(done_at) as at from outbox where channel = ${channel} and kind = 'lead' and state = 'dead'
      and done_at < ${`${hour}:00:00.000Z`}`,
  );
  if (!newest?.at) return;
  const words = locale.words.alerts;
  await notify(db, otherChannels(channels, state), `dead:${channel}:${newest.at.slice(0, 13)}`, {
    title: `⚠️ ${deadSentence(state, locale)}`,
    text: [
      words.givenUp,
      fill(words.refs, { refs: undeliveredLeads.join(', ') + (dead > undeliveredLeads.length ? '…' : '') }),
      ...errorLine(state, locale),
      fill(words.resend, { button: locale.inboxWords.lead.resend }),
      ...(inboxUrl ? [`${inboxUrl}/delivery`] : []),
    ].join('\n'),
  });
}

const otherChannels = (channels: readonly Channel[], failing: ChannelHealth) =>
  channels.filter((channel) => channel !== failing.channel);

const errorLine = ({ lastError }: ChannelHealth, { inboxWords }: Locale) =>
  lastError ? [`${inboxWords.delivery.lastError}: ${lastError}`] : [];

export const failingSentence = ({ channel, failingSince }: ChannelHealth, { inboxWords, moment }: Locale) =>
  fill(inboxWords.delivery.banner, {
    channel: channelName(channel),
    time: moment(new Date(failingSince ?? Date.now())),
  });

export const deadSentence = ({ channel, dead }: ChannelHealth, { inboxWords }: Locale) =>
  fill(inboxWords.delivery.deadBanner, { channel: channelName(channel), count: dead });
