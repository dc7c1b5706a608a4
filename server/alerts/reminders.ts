import { startOfTashkentDay, tashkentDate } from '../../contract/tashkent-time.ts';
import type { Db } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { type Channel, reachesPeople } from '../outbox/channel.ts';
import { enqueueReminder } from '../outbox/queue.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Tashkent time. Nobody is reminded at night, and the night does not count as waiting. */
const opensAt = 9 * hourMs;
const closesAt = 21 * hourMs;
/** Older leads are in the digest. */
const remindedDays = 3;

/** Shows leads that are still new once more in Telegram, `afterMinutes` of working time after they came. */
export async function remindOfUnanswered(db: Db, afterMinutes: number, now: Date): Promise<void> {
  const until = waitingSince(now, afterMinutes);
  if (!until) return;
  const since = new Date(now.getTime() - remindedDays * dayMs).toISOString();
  const leads = await db.all<{ id: number; ref: string }>(
    sql`select l.id, l.ref from contact_submissions l
      join outbox o on o.lead_id = l.id and o.kind = 'lead' and o.channel = 'telegram' and o.state = 'done'
      where l.status = 'new' and not l.spam and l.created_at between ${since} and ${until.toISOString()}
        and not exists (select 1 from outbox where key = 'unanswered:' || l.ref)
      order by l.id limit 100`,
  );
  for (const { id, ref } of leads)
    await enqueueReminder(db, {
      key: `unanswered:${ref}`,
      channel: 'telegram',
      leadId: id,
      reminder: { reason: 'unanswered', note: null },
    });
}

/** A lead from then or earlier has waited for so many minutes within working hours; null at night. */
export function waitingSince(now: Date, minutes: number): Date | null {
  let left = minutes * minuteMs;
  for (let daysBefore = 0; daysBefore <= remindedDays; daysBefore++) {
    const midnight = (startOfTashkentDay(tashkentDate(now, daysBefore)) as Date).getTime();
    const opened = midnight + opensAt;
    const closed = daysBefore === 0 ? now.getTime() : midnight + closesAt;
    if (daysBefore === 0 && (closed < opened || closed >= midnight + closesAt)) return null;
    if (closed - opened >= left) return new Date(closed - left);
    left -= closed - opened;
  }
  return null;
}

/** Sends leads whose reminder is due, with their last note. */
export async function remindOfDue(db: Db, channels: readonly Channel[], now: Date): Promise<void> {
  const recipients = channels.includes('telegram') ? (['telegram'] as const) : channels.filter(reachesPeople);
  const leads = await db.all<{ id: number; ref: string; remind_at: string; note: string | null }>(
    sql`select id, ref, remind_at, (select became from lead_events where lead_id = l.id and kind = 'note'
        order by id desc limit 1) as note
      from contact_submissions l where remind_at <= ${now.toISOString()} and remind_at > ${new Date(now.getTime() - remindedDays * dayMs).toISOString()}
      order by remind_at limit 100`,
  );
  for (const { id, ref, remind_at, note } of leads)
    for (const channel of recipients)
      await enqueueReminder(db, {
        key: `due:${ref}:${remind_at}:${channel}`,
        channel,
        leadId: id,
        reminder: { reason: 'due', note },
      });
}
