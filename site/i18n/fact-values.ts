import type { Content } from '#content/content.ts';
import type { MonthDay } from '#content/facts.ts';
import { fill } from '#contract/fill.ts';
import { type Language, languages, monthsIn } from '#contract/languages.ts';

/** The facts and deadlines as the language writes them. */
export function factValues(
  { facts, deadlines }: Pick<Content, 'facts' | 'deadlines'>,
  language: Language,
): Record<string, string> {
  const dates = Object.entries(deadlines).map(([name, date]) => [name, dateText(date, language)]);
  return { ...facts, ...Object.fromEntries(dates) };
}

/** `Intl` has no Uzbek in browsers: Chromium prints `2026 M10 30`. */
export function dateText({ month, day }: MonthDay, language: Language): string {
  const { dayAndMonth } = languages[language];
  return fill(dayAndMonth, { day, month: monthsIn(language)[month - 1] as string });
}
