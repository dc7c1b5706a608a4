/** Finds values that visitors must not see: `{proPrise}`, a price without its currency, a broken link. */
import { type Content, valuesOf, withUzbekApostrophes } from './content.ts';
import { facts } from './facts.ts';
import { faqLanguage } from './faq-language.ts';
import { textLimits } from './text-limits.ts';

export type Problem = { path: string; value: string } & (
  | { kind: 'empty' | 'date' | 'apostrophe' }
  | { kind: 'format' | 'badge'; example: string }
  | { kind: 'range'; from: string; to: string }
  | { kind: 'placeholder' | 'missing'; name: string }
  | { kind: 'long'; maxLength: number }
);

export function problemsIn(content: Content): Problem[] {
  return [...valuesOf(content)].flatMap(([path, value]) => problemAt(path, value, content) ?? []);
}

type PlaceholderSource = { facts: object; deadlines: object };

/** `source` says which placeholders exist. `before`: the published value, whose placeholders have to stay. */
export function problemAt(
  path: string,
  value: string,
  source: PlaceholderSource,
  before = '',
): Problem | undefined {
  const problem = problemOf(path, value, source, before);
  return problem && ({ path, value, ...problem } as Problem);
}

function problemOf(path: string, value: string, source: PlaceholderSource, before: string) {
  const [part = '', ...rest] = path.split('.');
  const [language] = rest;
  const name = rest.join('.');
  if (!/[^\s\p{Cf}\p{Cc}]/u.test(value)) return { kind: 'empty' };
  if (part === 'deadlines') return isDay(value) ? undefined : { kind: 'date' };
  if (part === 'facts') return factProblem(name as keyof typeof facts, value);
  if (part === 'links') return linkProblem(name, value);
  if (part === 'company') return tooLong(value, maxCompanyLength);
  if (path.startsWith('texts.uz.') && value !== withUzbekApostrophes(value)) return { kind: 'apostrophe' };
  if (path.endsWith('.hero.badge') && faqLanguage(value) !== language)
    return { kind: 'badge', example: consultation[language as keyof typeof consultation] };
  return textProblem(rest.slice(1).join('.'), value, source, before);
}

const consultation = { uz: 'konsultatsiya', ru: 'консультация', en: 'consultation' };
const price = /^[$€][1-9]\d{0,2}(,\d{3})*$/;
export const isPrice = (key: string) => /^services\.(packages\.\d+|italy)\.price$/.test(key);
/** For texts that text-limits.ts does not list. */
const maxTextLength = 600;
const maxCompanyLength = 200;
const maxSupportLength = 24;
/** Placeholders that the page fills in at run time, each in one text only. */
const runtimePlaceholders: Record<string, string[]> = {
  'services.startPackage': ['package'],
  'process.position': ['number', 'total'],
  'contact.full': ['limit'],
  'contact.waitHint': ['minutes'],
};

function textProblem(key: string, text: string, { facts, deadlines }: PlaceholderSource, before: string) {
  const used = placeholders(text);
  const atRunTime = runtimePlaceholders[key] ?? [];
  const known = [...Object.keys({ ...facts, ...deadlines }), ...atRunTime];
  const unknown = used.find((name) => !known.includes(name));
  if (unknown !== undefined) return { kind: 'placeholder', name: unknown };
  // Search engines read the prices on the page.
  if (isPrice(key))
    return /^\{\w+Price\}$/.test(text) || price.test(text)
      ? undefined
      : { kind: 'format', example: '$1,899' };
  const missing = [...placeholders(before), ...atRunTime].find((name) => !used.includes(name));
  if (missing !== undefined) return { kind: 'missing', name: missing };
  const filled = text.replace(/\{(\w+)\}/g, (_, name) => (facts as Record<string, string>)[name] ?? name);
  return tooLong(filled, textLimits[key.replaceAll(/\.\d+/g, '.*')]?.maxLength ?? maxTextLength);
}

const tooLong = (text: string, maxLength: number) =>
  [...text].length > maxLength ? { kind: 'long', maxLength } : undefined;

export const placeholders = (text = '') => [...text.matchAll(/\{(\w*)\}/g)].map(([, name = '']) => name);

type FactRule = [names: (keyof typeof facts)[], format: RegExp, range?: [from: number, to: number]];
const factRules: FactRule[] = [
  [['basicPrice', 'plusPrice', 'proPrice', 'italyPrice', 'italyStipend', 'zoomPrice'], price],
  [['refundShare', 'refundBelow', 'italyGrant', 'advanceShare', 'afterGrantShare'], /^\d+%$/, [1, 100]],
  [['grantRange'], /^\d+(-\d+)?%$/, [1, 100]],
  [['highGrant'], /^\d+%\+?$/, [1, 100]],
  [['clientsPerSeason', 'emailHours'], /^\d+$/, [1, 999]],
  [['italyYears'], /^\d+$/, [1, 9]],
  [['ielts'], /^\d+(\.[05])?$/, [1, 9]],
  [['cefr'], /^[ABC][12]$/],
];

function factProblem(name: keyof typeof facts, value: string) {
  const [, format, range] = factRules.find(([names]) => names.includes(name)) ?? [];
  if (!format) return tooLong(value, maxSupportLength);
  if (!format.test(value)) return { kind: 'format', example: facts[name] };
  const numbers = (value.match(/[\d.]+/g) ?? []).map(Number);
  const [from, to] = range ?? [0, Infinity];
  const unit = value.includes('%') ? '%' : '';
  if (numbers.some((number) => number < from || number > to))
    return { kind: 'range', from: `${from}${unit}`, to: `${to}${unit}` };
  return undefined;
}

function linkProblem(name: string, value: string) {
  if (name === 'email')
    return /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(value)
      ? undefined
      : { kind: 'format', example: 'info@example.com' };
  const { protocol, hostname } = URL.canParse(value) ? new URL(value) : { protocol: '', hostname: '' };
  if (protocol === 'https:' && /^[^.]+(\.[^.]+)+$/.test(hostname) && !/\s/.test(value)) return undefined;
  const example = name.startsWith('telegram') ? 'https://t.me/name' : 'https://example.com/page';
  return { kind: 'format', example };
}

function isDay(value: string): boolean {
  const [month = 0, day = 0] = value.split('-').map(Number);
  const date = new Date(Date.UTC(2027, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
