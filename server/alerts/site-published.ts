import { fill } from '#contract/fill.ts';
import type { SiteChange } from '#contract/inbox.ts';
import { type Language, languages } from '#contract/languages.ts';
import { dayText } from '#contract/time-text.ts';
import type { Queries } from '#server/db/db.ts';
import type { Locale } from '#server/leads/locale.ts';
import { shortNote } from '#server/outbox/lead-text.ts';
import { notify } from './notify.ts';

const shownChanges = 5;

export async function notifyOfVersion(
  db: Queries,
  { number, who, changes }: { number: number; who: string; changes: readonly SiteChange[] },
  { words: { alerts }, inboxWords, language }: Locale,
): Promise<void> {
  const labels: Record<string, Record<string, string>> = inboxWords.site.labels;
  const lines = changes.slice(0, shownChanges).map(({ path, before, after }) => {
    const [part = '', name = ''] = path.split('.');
    const label = part === 'texts' ? languages[name as Language].name : labels[part]?.[name];
    const format = (value: string) =>
      part === 'deadlines' ? dayText(`2027-${value}`, language, '2027') : shortNote(value);
    return `${label}: ${format(before)} → ${format(after)}`;
  });
  const more = changes.length - lines.length;
  const text = [...lines, ...(more > 0 ? [fill(alerts.moreChanges, { count: more })] : [])].join('\n');
  await notify(db, ['telegram'], `site:${number}`, { title: fill(alerts.published, { who }), text });
}
