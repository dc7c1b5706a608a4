import { dayMs, hourMs, minuteMs } from '#contract/tashkent-time.ts';
import type { Queries } from '#server/db/db.ts';
import { findDueLeads, findUnanswered, lastNote } from '#server/leads/find.ts';
import { type Channel, reachesPeople } from '#server/outbox/channel.ts';
import { isPostedOnce } from '#server/outbox/channel-state.ts';
import { enqueue } from '#server/outbox/queue.ts';

/** Nights do not count as waiting time. */
const opensAt = 9 * hourMs;
const openFor = 12 * hourMs;
const tashkentOffset = 5 * hourMs;
const maxAgeDays = 3;

/** Posts leads to Telegram once more if their status is still `new`. */
export async function remindOfUnanswered(db: Queries, afterMinutes: number, now: Date): Promise<void> {
  if (!isOpen(now)) return;
  for (const { id: lead_id, ref, createdAt } of await findUnanswered(db, reminderCutoff(now), isPostedOnce))
    if (workingMs(now) - workingMs(new Date(createdAt)) >= afterMinutes * minuteMs)
      await enqueue(db, {
        kind: 'reminder',
        key: `unanswered:${ref}`,
        channel: 'telegram',
        lead_id,
        payload: { reason: 'unanswered', note: null, at: null },
      });
}

const sinceOpening = (time: Date) => ((time.getTime() + tashkentOffset) % dayMs) - opensAt;
const isOpen = (time: Date) => sinceOpening(time) >= 0 && sinceOpening(time) < openFor;

/** Working time since 1970; only differences are meaningful. */
function workingMs(time: Date): number {
  const days = Math.floor((time.getTime() + tashkentOffset) / dayMs);
  return days * openFor + Math.min(Math.max(sinceOpening(time), 0), openFor);
}

/** Sends leads whose reminder is due, with their last note. */
export async function remindOfDue(db: Queries, channels: readonly Channel[], now: Date): Promise<void> {
  const recipients = channels.includes('telegram') ? (['telegram'] as const) : channels.filter(reachesPeople);
  for (const { id: lead_id, ref, remindAt: at } of await findDueLeads(db, now, maxDue, reminderCutoff(now))) {
    const note = await lastNote(db, lead_id);
    for (const channel of recipients) {
      const key = `due:${ref}:${at}:${channel}`;
      await enqueue(db, { kind: 'reminder', key, channel, lead_id, payload: { reason: 'due', note, at } });
    }
  }
}

const maxDue = 500;
const reminderCutoff = (now: Date) => new Date(now.getTime() - maxAgeDays * dayMs);
