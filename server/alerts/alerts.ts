/** Tells people about the service itself. Everything goes through the outbox, whose keys keep it from being sent twice. */

import { tashkentDate } from '../../contract/tashkent-time.ts';
import type { Db } from '../db/db.ts';
import { dropSetting, getSetting, putSetting } from '../db/settings.ts';
import { sql } from '../db/sql.ts';
import type { Locale } from '../leads/locale.ts';
import { type Channel, type Log, type Notice, reachesPeople } from '../outbox/channel.ts';
import { type ChannelState, channelStates, deadLeads } from '../outbox/channel-state.ts';
import { enqueueNotice } from '../outbox/queue.ts';
import { hasFailedLong, sendDigest } from './digest.ts';
import {
  backupMessage,
  deadMessage,
  failingMessage,
  leftMessage,
  retentionMessage,
  workingMessage,
} from './messages.ts';
import { remindOfDue, remindOfUnanswered } from './reminders.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const lookMs = 30_000;
const mostRefs = 10;

export type AlertOptions = {
  db: Db;
  channels: readonly Channel[];
  /** `09:00` in Tashkent; null: no digest. */
  digest: string | null;
  /** Minutes after which an unanswered lead is shown again; null: never. */
  remindAfter: number | null;
  /** Whether the server makes backups. */
  backups: boolean;
  /** Whether the bot answers commands. */
  commands: boolean;
  /** The inbox's address, if it has one. */
  inbox: string | null;
  locale: Locale;
  log: Log;
};

/** Looks once for everything there is to report. */
export async function sendAlerts(options: AlertOptions, now = new Date()): Promise<void> {
  const { db, channels, digest, remindAfter } = options;
  const states = await channelStates(db, channels);
  for (const state of states) {
    await reportFailure(options, state, now);
    await reportDeadLeads(options, state, now);
  }
  await reportLeftMessages(options);
  if (options.backups) await reportBackups(options, now);
  if (remindAfter !== null && channels.includes('telegram')) await remindOfUnanswered(db, remindAfter, now);
  await remindOfDue(db, channels, now);
  if (digest !== null) await sendDigest({ ...options, states, time: digest, now });
}

async function reportFailure(
  { db, channels, inbox, locale, log }: AlertOptions,
  state: ChannelState,
  now: Date,
): Promise<void> {
  const { channel, failingSince } = state;
  const reported = await getSetting(db, `reported:${channel}`);
  const keyFor = (kind: string, since: string, recipient: string) =>
    `${kind}:${channel}:${since}:${recipient}`;
  const others = peopleBut(channels, channel);
  if (failingSince && hasFailedLong(state, now) && reported?.value !== failingSince) {
    const where =
      others.length > 0 ? 'the other channels are notified' : 'there is no other channel to notify';
    log.error(
      { channel, failingSince, error: state.lastError },
      `Channel is failing, no leads are delivered; ${where}`,
    );
    const notice = failingMessage(state, inbox, locale);
    for (const recipient of others)
      await enqueueNotice(db, {
        key: keyFor('failing', failingSince, recipient),
        channel: recipient,
        notice,
      });
    await putSetting(db, `reported:${channel}`, failingSince, now);
  }
  if (failingSince || !reported?.value) return;
  log.info({ channel }, 'Channel is working again');
  for (const recipient of others) {
    const failing = keyFor('failing', reported.value, recipient);
    // Nobody needs to read that it failed, once it works.
    if ((await db.run(sql`delete from outbox where key = ${failing} and state <> 'done'`)) > 0) continue;
    const key = keyFor('working', reported.value, recipient);
    await enqueueNotice(db, { key, channel: recipient, notice: workingMessage(state, locale) });
  }
  await dropSetting(db, `reported:${channel}`);
}

/** Leads the channel gave up on, at most one message an hour. */
async function reportDeadLeads(
  { db, channels, inbox, locale }: AlertOptions,
  state: ChannelState,
  now: Date,
): Promise<void> {
  const { channel, dead } = state;
  if (dead === 0) return;
  const newest = await db.get<{ at: string }>(
    sql`select max(done_at) as at from outbox where channel = ${channel} and kind = 'lead' and state = 'dead'`,
  );
  const reported = await getSetting(db, `dead:${channel}`);
  const isRecent = reported && now.getTime() - Date.parse(reported.at) < hourMs;
  if (!newest?.at || isRecent || reported?.value === newest.at) return;
  const notice = deadMessage(state, await deadLeads(db, channel, mostRefs), inbox, locale);
  for (const recipient of peopleBut(channels, channel))
    await enqueueNotice(db, { key: `dead:${channel}:${newest.at}:${recipient}`, channel: recipient, notice });
  await putSetting(db, `dead:${channel}`, newest.at, now);
}

/** Telegram messages of erased leads that could not be deleted: a person has to. */
async function reportLeftMessages({ db, channels, locale, log }: AlertOptions): Promise<void> {
  await db.transaction(async (db) => {
    const left = await db.all<{ id: number; payload: string }>(
      sql`delete from outbox where kind = 'delete' and state = 'dead' returning id, payload`,
    );
    if (left.length === 0) return;
    const refs = [...new Set(left.map(({ payload }) => (JSON.parse(payload) as { ref: string }).ref))];
    const people = channels.filter(reachesPeople);
    if (people.length === 0)
      log.warn({ refs }, 'Erased leads may still be visible in Telegram: delete them there by hand');
    for (const channel of people)
      await enqueueNotice(db, {
        key: `left:${left[0]?.id}:${channel}`,
        channel,
        notice: leftMessage(refs, locale),
      });
  });
}

/** A backup, or the command that copies it away, that has failed for a day. */
async function reportBackups({ db, channels, locale }: AlertOptions, now: Date): Promise<void> {
  for (const name of ['backup', 'backup-command']) {
    const last = await getSetting(db, name);
    if (!last || now.getTime() - Date.parse(last.at) < dayMs) continue;
    await notifyAll(db, channels, `${name}:${tashkentDate(now)}`, backupMessage(new Date(last.at), locale));
  }
}

/** Retention refused to erase leads. */
export const reportRetention = (
  { db, channels, locale }: Pick<AlertOptions, 'db' | 'channels' | 'locale'>,
  leads: number,
  now = new Date(),
): Promise<void> =>
  notifyAll(db, channels, `retention:${tashkentDate(now)}`, retentionMessage(leads, locale));

async function notifyAll(db: Db, channels: readonly Channel[], key: string, notice: Notice): Promise<void> {
  for (const channel of channels.filter(reachesPeople))
    await enqueueNotice(db, { key: `${key}:${channel}`, channel, notice });
}

const peopleBut = (channels: readonly Channel[], failing: Channel | string) =>
  channels.filter((channel) => channel !== failing && reachesPeople(channel));

/** Looks every half a minute until stopped. */
export function startAlerts(options: AlertOptions): { stop(): Promise<void> } {
  let failed = false;
  const look = async () => {
    try {
      await sendAlerts(options);
      failed = false;
    } catch (error) {
      if (!failed) options.log.warn({ error: String(error) }, 'Alerts paused: database unavailable');
      failed = true;
    }
  };
  let round = look();
  const timer = setInterval(() => {
    round = round.then(look);
  }, lookMs);
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
