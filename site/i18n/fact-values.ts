import { deadlines, facts } from '../../content/facts.ts';
import { fill } from '../../contract/fill.ts';
import { type Language, languages } from '../../contract/languages.ts';

/**
 * The facts as a language writes them. Dates are put together here and not by `Intl`, whose Uzbek is broken
 * in browsers: Chromium prints `2026 M10 30`.
 */
export function factValues(language: Language): Record<string, string> {
  const { months, dayAndMonth } = languages[language];
  const dates = Object.entries(deadlines).map(([name, { month, day }]) => [
    name,
    fill(dayAndMonth, { day, month: months[month - 1] as string }),
  ]);
  return { ...facts, ...Object.fromEntries(dates) };
}
