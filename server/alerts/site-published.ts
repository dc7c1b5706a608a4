import { fill } from '../../contract/fill.ts';
import type { Db } from '../db/db.ts';
import type { Locale } from '../leads/locale.ts';
import { shortNote } from '../outbox/message.ts';
import { enqueue } from '../outbox/queue.ts';
import type { Change } from '../site/site.ts';

const shownChanges = 5;

export async function announceVersion(
  db: Db,
  { number, who, changes }: { number: number; who: string; changes: readonly Change[] },
  { words: { notices } }: Locale,
): Promise<void> {
  const lines = changes
    .slice(0, shownChanges)
    .map(({ before, after }) => `${shortNote(before)} → ${shortNote(after)}`);
  const more = changes.length - lines.length;
  const text = [...lines, ...(more > 0 ? [fill(notices.moreChanges, { count: more })] : [])].join('\n');
  const payload = { title: fill(notices.published, { who }), text };
  await enqueue(db, { kind: 'notice', key: `site:${number}`, channel: 'telegram', payload });
}
