/** Reports problems of the service to people. The outbox’s keys keep an alert from being sent twice in 30 days. */
import { fill } from '#contract/fill.ts';
import { dayMs, tashkentDate } from '#contract/tashkent-time.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/db.ts';
import { sql } from '#server/db/sql.ts';
import { getState } from '#server/db/state.ts';
import type { Channel, Log, StaffMessageFormat } from '#server/outbox/channel.ts';
import { channelStates } from '#server/outbox/channel-state.ts';
import { throttledLog } from '#server/runtime/log.ts';
import { type Running, repeat } from '#server/runtime/repeat.ts';
import { reportFailure, reportUndelivered } from './channel-alerts.ts';
import { sendDigest } from './digest.ts';
import { notify } from './notify.ts';
import { remindOfDue, remindOfUnanswered } from './reminders.ts';

const pollMs = 30_000;

/** `backups`: whether the server makes them. */
export type AlertOptions = Pick<Config, 'digest' | 'remindAfter'> &
  StaffMessageFormat & { db: Db; channels: readonly Channel[]; backups: boolean; log: Log };

export function startAlerts(options: AlertOptions): Running {
  const log = throttledLog(options.log);
  return repeat(
    () => sendAlerts(options).catch((error) => log.warn({ error: String(error) }, 'Alerts paused')),
    () => pollMs,
  );
}

export async function sendAlerts(options: AlertOptions, now = new Date()): Promise<void> {
  const { db, channels, remindAfter } = options;
  const states = await channelStates(db, channels);
  for (const state of states) {
    await reportFailure(options, state, now);
    await reportUndelivered(options, state, now);
  }
  await reportUndeletedMessages(options);
  if (options.backups) await reportBackups(options, now);
  if (remindAfter !== null && channels.includes('telegram')) await remindOfUnanswered(db, remindAfter, now);
  await remindOfDue(db, channels, now);
  await sendDigest(options, states, now);
}

/** Tells the staff which erased leads still have Telegram messages that must be deleted by hand. */
async function reportUndeletedMessages({ db, channels, locale }: AlertOptions): Promise<void> {
  const { alerts } = locale.words;
  await db.transaction(async (db) => {
    const undeleted = await db.all<{ id: number; payload: string }>(
      sql`delete from outbox where kind = 'delete' and state = 'dead' returning id, payload`,
    );
    if (undeleted.length === 0) return;
    const refs = new Set(undeleted.map(({ payload }) => JSON.parse(payload).ref));
    await notify(db, channels, `left:${undeleted[0]?.id}`, {
      title: alerts.undeleted,
      text: [fill(alerts.refs, { refs: [...refs].join(', ') }), alerts.undeletedHint].join('\n'),
    });
  });
}

async function reportBackups({ db, channels, locale }: AlertOptions, now: Date): Promise<void> {
  const { alerts } = locale.words;
  const { delivery } = locale.inboxWords;
  const labels = { backup: delivery.backup, 'backup-command': delivery.backupCommand };
  for (const [name, label] of Object.entries(labels)) {
    const failing = await getState(db, `failing:${name}`);
    if (!failing || now.getTime() - Date.parse(failing.at) < dayMs) continue;
    const last = await getState(db, name);
    const time = last ? locale.moment(new Date(last.at)) : delivery.never;
    await notify(db, channels, `${name}:${tashkentDate(now)}`, {
      title: alerts.backupFails,
      text: `${label}: ${time}\n${alerts.tellAdminNow}`,
    });
  }
}

export function reportRetentionStopped(
  { db, channels, locale }: Pick<AlertOptions, 'db' | 'channels' | 'locale'>,
  leads: number,
): Promise<void> {
  const { alerts } = locale.words;
  return notify(db, channels, `retention:${tashkentDate(new Date())}`, {
    title: alerts.retentionStopped,
    text: [fill(alerts.retentionTooMany, { count: leads }), alerts.tellAdminNow].join('\n'),
  });
}
