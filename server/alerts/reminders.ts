import { dayMs, hourMs } from '#contract/tashkent-time.ts';
import type { Queries } from '#server/db/db.ts';
import { sql } from '#server/db/sql.ts';
import { type Channel, reachesPeople } from '#server/outbox/channel.ts';
import { enqueue } from '#server/outbox/queue.ts';

const minuteMs = 60_000;

/** Nights do not count as waiting time. */
const opensAt = 9 * hourMs;
const openFor = 12 * hourMs;
const tashkentOffset = 5 * hourMs;
const maxAgeDays = 3;

/** Posts leads to Telegram once more if their status is still `new`. */
export async function remindOfUnanswered(db: Queries, afterMinutes: number, now: Date): Promise<void> {
  if (!isOpen(now)) return;
  const leads = await db.all<{ id: number; ref: string; created_at: string }>(
    sql`select l.id, l.ref, l.created_at from contact_submissions l
      join outbox o on o.lead_id = l.id and o.kind = 'lead' and o.channel = 'telegram' and o.state = 'done'
      where l.status = 'new' and not l.spam and l.created_at > ${reminderCutoff(now)}
        and not exists (select 1 from outbox where key = 'unanswered:' || l.ref) order by l.id`,
  );
  for (const { id: lead_id, ref, created_at } of leads)
    if (workingMs(now) - workingMs(new Date(created_at)) >= afterMinutes * minuteMs)
      await enqueue(db, {
        kind: 'reminder',
        key: `unanswered:${ref}`,
        channel: 'telegram',
        lead_id,
        payload: { reason: 'unanswered', note: null },
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
  const leads = await db.all<{ id: number; ref: string; remind_at: string; note: string | null }>(
    sql`select id, ref, remind_at, (select new_value from lead_events where lead_id = l.id and kind = 'note'
        order by id desc limit 1) as note
      from contact_submissions l where not spam and remind_at <= ${now.toISOString()}
        and remind_at > ${reminderCutoff(now)}`,
  );
  for (const { id: lead_id, ref, remind_at, note } of leads)
    for (const channel of recipients) {
      const key = `due:${ref}:${remind_at}:${channel}`;
      await enqueue(db, { kind: 'reminder', key, channel, lead_id, payload: { reason: 'due', note } });
    }
}

const reminderCutoff = (now: Date) => new Date(now.getTime() - maxAgeDays * dayMs).toISOString();
