import type { Language } from '#contract/languages.ts';
import { dayText } from '#contract/time-text.ts';
import type { Draft } from './use-draft.ts';
import { placeholderText } from './use-editing.ts';

/** A value as visitors read it: `$1,899` for `{plusPrice}`, `November 30` for `11-30`. */
export function shownValue(
  path: string,
  value: string,
  language: Language,
  valueAt: Draft['valueAt'],
): string {
  const [part, textLanguage] = path.split('.');
  if (part === 'deadlines') return dayText(`2027-${value}`, language, '2027');
  if (part !== 'texts') return value;
  return value.replace(/\{(\w+)\}/g, (_, name) => placeholderText(name, textLanguage as Language, valueAt));
}
