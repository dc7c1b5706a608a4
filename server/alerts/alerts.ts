/** Tells people of incidents, sends the digest and reminders. The keys of the outbox keep each from being sent twice. */
import { errorDetails } from '#server/runtime/log.ts';
import { type Running, repeat } from '#server/runtime/repeat.ts';
import { sendDigest } from './digest.ts';
import { reportIncidents } from './incidents.ts';
import type { AlertOptions } from './notify.ts';
import { remindOfDue, remindOfUnanswered } from './reminders.ts';

const pollMs = 30_000;

export function startAlerts(options: AlertOptions): Running {
  const log = options.log.throttled;
  return repeat(
    () => sendAlerts(options).catch((error) => log.warn(errorDetails(error), 'Alerts paused')),
    () => pollMs,
  );
}

export async function sendAlerts(options: AlertOptions, now = new Date()): Promise<void> {
  const { db, channels, remindAfter } = options;
  await reportIncidents(options, now);
  if (remindAfter !== null && channels.includes('telegram')) await remindOfUnanswered(db, remindAfter, now);
  await remindOfDue(db, channels, now);
  await sendDigest(options, now);
}
