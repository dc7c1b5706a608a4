import { fill } from '../../contract/fill.ts';
import type { Db } from '../db/db.ts';
import type { Locale } from '../leads/locale.ts';
import { shortNote } from '../outbox/lead-text.ts';
import { enqueue } from '../outbox/queue.ts';
import type { ContentChange } from '../site/site.ts';

const shownChanges = 5;

export async function notifyOfVersion(
  db: Db,
  { number, who, changes }: { number: number; who: string; changes: readonly ContentChange[] },
  { words: { alerts } }: Locale,
): Promise<void> {
  const lines = changes
    .slice(0, shownChanges)
    .map(({ before, after }) => `${shortNote(before)} → ${shortNote(after)}`);
  const more = changes.length - lines.length;
  const text = [...lines, ...(more > 0 ? [fill(alerts.moreChanges, { count: more })] : [])].join('\n');
  const payload = { title: fill(alerts.published, { who }), text };
  await enqueue(db, { kind: 'staff', key: `site:${number}`, channel: 'telegram', payload });
}
