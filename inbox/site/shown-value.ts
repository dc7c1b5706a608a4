import type { InboxWords } from '#content/inbox/en.ts';
import { placeholders } from '#content/problems.ts';
import type { Language } from '#contract/languages.ts';
import { dayText } from '#contract/time-text.ts';

type ValueAt = (path: string) => string;

function placeholderText(name: string, language: Language, valueAt: ValueAt): string {
  const day = valueAt(`deadlines.${name}`);
  return day ? dayText(`2027-${day}`, language, '2027') : valueAt(`facts.${name}`);
}

/** A value as visitors read it: `$1,899` for `{plusPrice}`, `November 30` for `11-30`. */
export function shownValue(path: string, value: string, language: Language, valueAt: ValueAt): string {
  const [part, textLanguage] = path.split('.');
  if (part === 'deadlines') return dayText(`2027-${value}`, language, '2027');
  if (part !== 'texts') return value;
  return value.replace(
    /\{(\w+)\}/g,
    (whole, name) => placeholderText(name, textLanguage as Language, valueAt) || whole,
  );
}

/** `[50%]`: a number from elsewhere, in a text field. What the page fills in later has its name, `[limit]`. */
export const inBrackets = (value: string, language: Language, valueAt: ValueAt): string =>
  value.replace(/\{(\w+)\}/g, (_, name) => `[${placeholderText(name, language, valueAt) || name}]`);

/** The placeholders of `known` stand for what is in brackets, in their order. */
export function fromBrackets(text: string, known: string, language: Language, valueAt: ValueAt): string {
  const left = placeholders(known);
  return text.replace(/\[([^[\]]*)\]/g, (whole, shown) => {
    const isShown = (name: string) => shown === (placeholderText(name, language, valueAt) || name);
    const name = left.find(isShown) ?? placeholders(known).find(isShown);
    if (name && left.includes(name)) left.splice(left.indexOf(name), 1);
    return name ? `{${name}}` : whole;
  });
}

/** `First screen: AQSH yoki Italiyada…`, `Price of Pro`. */
export function nameOf(path: string, { site: words }: InboxWords, valueAt: ValueAt): string {
  const [part = '', name = '', section = ''] = path.split('.');
  if (part === 'texts') {
    const text = shownValue(path, valueAt(path), name as Language, valueAt);
    return `${sectionName(section, words)}: ${firstWords(text)}`;
  }
  const labels: Record<string, Record<string, string>> = words.labels;
  const label = labels[part]?.[name] ?? name;
  if (part !== 'deadlines' && part !== 'company') return label;
  return `${words.groups[part]}: ${label}`;
}

export const sectionName = (section: string, { parts }: InboxWords['site']): string =>
  (parts as Record<string, string>)[section] ?? section;

export function firstWords(text: string): string {
  const words = text.slice(0, 40).split(' ');
  return text.length > 40 ? `${words.slice(0, -1).join(' ') || words[0]}…` : text;
}
