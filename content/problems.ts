/** Finds values that visitors must not see: `{proPrise}`, a price without its currency, a broken link. */
import { type Content, valuesOf, withUzbekApostrophes } from './content.ts';
import { faqLanguage } from './faq-language.ts';
import { textLimits } from './text-limits.ts';

export type Problem = { path: string; value: string } & (
  | { kind: 'empty' | 'date' | 'apostrophe' }
  | { kind: 'format' | 'badge'; example: string }
  | { kind: 'placeholder'; name: string }
  | { kind: 'long'; maxLength: number }
);

export function problemsIn(content: Content): Problem[] {
  return [...valuesOf(content)].flatMap(([path, value]) => problemsAt(path, value, content));
}

/** `content` says which placeholders exist. */
export function problemsAt(path: string, value: string, content: PlaceholderSource): Problem[] {
  const problem = problemOf(path, value, content);
  return problem ? [{ path, value, ...problem } as Problem] : [];
}

type PlaceholderSource = Pick<Content, 'facts' | 'deadlines'>;

function problemOf(path: string, value: string, content: PlaceholderSource) {
  const [part = '', ...rest] = path.split('.');
  const [language] = rest;
  if (value.trim() === '') return { kind: 'empty' };
  if (part === 'deadlines') return isDay(value) ? undefined : { kind: 'date' };
  if (path.startsWith('texts.uz.') && value !== withUzbekApostrophes(value)) return { kind: 'apostrophe' };
  if (path.endsWith('.hero.badge') && faqLanguage(value) !== language)
    return { kind: 'badge', example: consultation[language as keyof typeof consultation] };
  if (part === 'texts') return textProblem(rest.slice(1).join('.'), value, content);
  const [example, format] = formatOf(part, rest.join('.')) ?? [];
  return !format || format.test(value) ? undefined : { kind: 'format', example };
}

const consultation = { uz: 'konsultatsiya', ru: 'консультация', en: 'consultation' };
const price = /^[$€]\d{1,3}(,\d{3})*$/;
export const isPrice = (key: string) => /^services\.(packages\.\d+|italy)\.price$/.test(key);
/** For texts that text-limits.ts does not list. */
const maxTextLength = 600;
/** Placeholders that the page fills in at run time. */
const runtimePlaceholders = ['package', 'number', 'total', 'limit', 'minutes'];

function textProblem(key: string, text: string, { facts, deadlines }: PlaceholderSource) {
  const known = [...Object.keys({ ...facts, ...deadlines }), ...runtimePlaceholders];
  const name = placeholders(text).find((name) => !known.includes(name));
  if (name !== undefined) return { kind: 'placeholder', name };
  // Search engines read the prices on the page.
  if (isPrice(key))
    return /^\{\w+Price\}$/.test(text) || price.test(text)
      ? undefined
      : { kind: 'format', example: '$1,899' };
  const filled = text.replace(/\{(\w+)\}/g, (_, name) => (facts as Record<string, string>)[name] ?? name);
  const maxLength = textLimits[key.replaceAll(/\.\d+/g, '.*')]?.maxLength ?? maxTextLength;
  return [...filled].length > maxLength ? { kind: 'long', maxLength } : undefined;
}

export const placeholders = (text = '') => [...text.matchAll(/\{(\w*)\}/g)].map(([, name = '']) => name);

const factFormats: [example: string, format: RegExp, names: (keyof Content['facts'])[]][] = [
  ['$1,899', price, ['basicPrice', 'plusPrice', 'proPrice', 'italyPrice', 'italyStipend', 'zoomPrice']],
  ['90%', /^\d{1,3}%$/, ['refundShare', 'refundBelow', 'italyGrant', 'advanceShare', 'afterGrantShare']],
  ['90-100%', /^\d{1,3}(-\d{1,3})?%$/, ['grantRange']],
  ['95%+', /^\d{1,3}%\+?$/, ['highGrant']],
  ['10', /^\d{1,3}$/, ['clientsPerSeason', 'italyYears', 'emailHours']],
  ['6.0', /^\d(\.\d)?$/, ['ielts']],
  ['B2', /^[ABC][12]$/, ['cefr']],
  ['24/7', /^\d+\/\d+$/, ['support']],
];

function formatOf(part: string, name: string): [example: string, format: RegExp] | undefined {
  if (part === 'facts') {
    const [example = '', format] =
      factFormats.find(([, , names]) => (names as string[]).includes(name)) ?? [];
    return format && [example, format];
  }
  if (part !== 'links') return undefined;
  if (name === 'email') return ['info@example.com', /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/];
  const example = name.startsWith('telegram') ? 'https://t.me/name' : 'https://example.com/page';
  return [example, /^https:\/\/[^\s/.]+\.\S+$/];
}

function isDay(value: string): boolean {
  const [month = 0, day = 0] = value.split('-').map(Number);
  const date = new Date(Date.UTC(2027, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
