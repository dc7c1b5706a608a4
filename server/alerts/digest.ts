import { startOfTashkentDay, tashkentDate } from '../../contract/tashkent-time.ts';
import type { Db } from '../db/db.ts';
import { getSetting, putSetting } from '../db/settings.ts';
import { sql } from '../db/sql.ts';
import { countLeads, countSuspects, leadsToRemind, placesTaken } from '../leads/find.ts';
import type { Locale } from '../leads/locale.ts';
import { type Channel, reachesPeople } from '../outbox/channel.ts';
import type { ChannelState } from '../outbox/channel-state.ts';
import { enqueueNotice } from '../outbox/queue.ts';
import { deadlinesAhead } from './deadlines.ts';
import { digestMessage } from './messages.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** When Telegram has not taken the digest by then, it goes by mail. */
const mailAfterMs = 10 * minuteMs;
/** A digest late in the evening may be sent after midnight for this long. */
const lateMs = 120 * minuteMs;
const backupOldMs = 2 * dayMs;
const mostDue = 200;

type Digest = {
  db: Db;
  channels: readonly Channel[];
  states: readonly ChannelState[];
  /** `09:00` in Tashkent. */
  time: string;
  commands: boolean;
  backups: boolean;
  inbox: string | null;
  locale: Locale;
  now: Date;
};

/** Sends the digest once a day, to Telegram or else to the mailboxes. The first one comes on the morning after the first start. */
export async function sendDigest(digest: Digest): Promise<void> {
  const { db, channels, time, now } = digest;
  const due = digestDue(now, time);
  const telegram = channels.includes('telegram');
  const mailboxes = channels.filter((channel) => channel !== 'telegram' && reachesPeople(channel));
  if (!telegram && mailboxes.length === 0) return;
  await db.transaction(async (db) => {
    const last = await getSetting(db, 'digest');
    if (!last) return putSetting(db, 'digest', due?.day ?? '', now);
    if (!due || (last.value ?? '') >= due.day) return;
    const message = await composeDigest({ ...digest, db }, due.day, new Date(last.at));
    for (const channel of telegram ? (['telegram'] as const) : mailboxes)
      await enqueueNotice(db, { key: `digest:${due.day}:${channel}`, channel, notice: message });
    await putSetting(db, 'digest', due.day, now);
  });
  if (telegram && mailboxes.length > 0 && due) await sendByMail(digest, due.day, mailboxes);
}

async function sendByMail({ db, now }: Digest, day: string, mailboxes: readonly Channel[]): Promise<void> {
  const key = `digest:${day}:telegram`;
  const late = new Date(now.getTime() - mailAfterMs).toISOString();
  const sent = await getSetting(db, 'digest');
  if (sent?.value !== day || sent.at > late) return;
  await db.transaction(async (db) => {
    // Also withdraws it from Telegram, so that nobody reads it twice.
    const refused = await db.get<{ payload: string }>(
      sql`delete from outbox where key = ${key} and state <> 'done' and leased_until is null returning payload`,
    );
    if (!refused) return;
    for (const channel of mailboxes)
      await enqueueNotice(db, {
        key: `digest:${day}:${channel}`,
        channel,
        notice: JSON.parse(refused.payload),
      });
  });
}

async function composeDigest(
  { db, states, commands, backups, inbox, locale, now, channels }: Digest,
  day: string,
  since: Date,
) {
  const fresh = await countLeads(db, { since, before: now });
  const older = await countLeads(db, { before: new Date(now.getTime() - dayMs) });
  const endOfDay = new Date((startOfTashkentDay(day) as Date).getTime() + dayMs - 1);
  const due = await leadsToRemind(db, endOfDay, mostDue);
  const backup = backups ? await getSetting(db, 'backup') : undefined;
  const digest = {
    ...{ day, since, inbox },
    fresh: fresh.all - fresh.spam,
    suspects: await countSuspects(db, { since, before: now }),
    waiting: older.new,
    due: due.map(({ ref }) => ref),
    commands: commands && channels.includes('telegram'),
    placesTaken: await placesTaken(db, now),
    deadlines: deadlinesAhead(day),
    failing: states.filter((state) => hasFailedLong(state, now)),
    dead: states.filter(({ dead }) => dead > 0),
    oldBackup: backup && now.getTime() - Date.parse(backup.at) > backupOldMs ? new Date(backup.at) : null,
  };
  return digestMessage(digest, locale);
}

/** A channel may stumble: one that has failed for so long is reported. */
const failingAfterMs = 15 * minuteMs;

export const hasFailedLong = ({ failingSince, pending, dead }: ChannelState, now: Date): boolean =>
  failingSince !== null && pending + dead > 0 && now.getTime() - Date.parse(failingSince) >= failingAfterMs;

/** The digest that may be sent now: today's, once its time has come. */
export function digestDue(now: Date, time: string): { day: string; at: Date } | null {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const dueOn = (day: string) => {
    const midnight = startOfTashkentDay(day) as Date;
    return { day, at: new Date(midnight.getTime() + (hour * 60 + minute) * minuteMs) };
  };
  const today = dueOn(tashkentDate(now));
  if (today.at <= now) return today;
  const yesterday = dueOn(tashkentDate(now, 1));
  return now.getTime() - yesterday.at.getTime() < lateMs ? yesterday : null;
}
