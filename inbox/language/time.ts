import type { InboxWords } from '#content/inbox/en.ts';
import { fill } from '#contract/fill.ts';
import type { Language } from '#contract/languages.ts';
import { hourMs, tashkentDate } from '#contract/tashkent-time.ts';
import { dayText } from '#contract/time-text.ts';

const minute = 60_000;

export function ageText(
  iso: string,
  { language, words }: { language: Language; words: InboxWords },
  now: number,
): string {
  const then = Date.parse(iso);
  const [day, today] = [tashkentDate(then), tashkentDate(now)];
  // When a phone's clock is slow, new leads lie in the future.
  const age = Math.max(0, now - then);
  if (age < minute) return words.time.now;
  if (age < hourMs) return fill(words.time.minutes, { count: Math.floor(age / minute) });
  if (day === today) return fill(words.time.hours, { count: Math.floor(age / hourMs) });
  if (day === tashkentDate(now, 1)) return words.time.yesterday;
  return dayText(day, language, today);
}
