import { withoutInvisible, withUzbekApostrophes } from './content.ts';
import { facts } from './facts.ts';

/** What people type, as it is stored: `2499` is `$2,499`, `@name` is `https://t.me/name`, `6,5` is `6.5`. */
export function normalised(path: string, typed: string): string {
  const text = withoutInvisible(typed)
    .replace(/[\u200b\u2060\ufeff]/g, '')
    .replace(/ +/g, ' ')
    .trim();
  const [part, name = ''] = path.split('.');
  if (path.startsWith('texts.uz.')) return withUzbekApostrophes(text);
  if (part === 'links') return normalisedLink(name, text);
  if (part === 'facts') return normalisedFact(name, text);
  return text;
}

function normalisedLink(name: string, text: string): string {
  if (name === 'email') return text.replace(/^mailto:/i, '');
  if (name.startsWith('telegram') && /^@\w+$/.test(text)) return `https://t.me/${text.slice(1)}`;
  return /^[\w-]+(\.[\w-]+)+(\/|$)/.test(text) ? `https://${text}` : text;
}

function normalisedFact(name: string, text: string): string {
  const sample: string = facts[name as keyof typeof facts] ?? '';
  if (/^[$€]/.test(sample)) {
    const [, before, amount = '', after] =
      /^([$€]?) ?(\d{1,3}(?:[ .,]\d{3})+|\d+) ?([$€]?)$/.exec(text) ?? [];
    const number = Number(amount.replace(/[ .,]/g, ''));
    return amount ? `${before || after || sample[0]}${number.toLocaleString('en-US')}` : text;
  }
  if (sample.includes('%')) {
    const [, from, to, plus] = /^(\d+) ?%?(?: ?[-–—] ?(\d+) ?%?)? ?(\+?)$/.exec(text) ?? [];
    return from ? `${Number(from)}${to ? `-${Number(to)}` : ''}%${plus}` : text;
  }
  if (name === 'ielts') return text.replace(',', '.');
  return name === 'cefr' ? text.toUpperCase() : text;
}
