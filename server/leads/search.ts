/** Leads and searches are folded alike to lower-case Latin without apostrophes, then compared with `like`. */
import { fold } from '#contract/fold.ts';
import type { Submission } from '#contract/submission.ts';
import { join, type Sql, sql } from '#server/db/sql.ts';
import { dialableNumber, phoneNumbers } from './phone.ts';
import { readableLine } from './readable.ts';
import { normaliseRef } from './ref.ts';

/**
 * The lead's `search` column. Each field is a line, so nothing matches across two fields. `more`: notes, and what was written
 * before a correction.
 */
export function searchText(lead: Submission & { ref: string }, more: readonly string[] = []): string {
  const { ref, name, phone, email, message } = lead;
  const lines = [ref, name, phone, phoneDigits(phone), email ?? '', message];
  return fold([...lines, ...more.flatMap((text) => [text, ...phoneNumbers(text)])].join('\n'));
}

/** Nine digits are an Uzbek number without +998. */
function phoneDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return /^[1-9]\d{8}$/.test(digits) ? `998${digits}` : digits;
}

/** The spellings of a word. For each term a lead must contain at least one spelling. */
export type SearchTerm = readonly string[];

/** Words in any order. Neighbouring pieces of a phone number are one term. */
export function searchTerms(typed: string): SearchTerm[] {
  const terms: string[] = [];
  for (const word of readableLine(typed).slice(0, 200).split(' ').filter(Boolean)) {
    const last = terms.at(-1);
    if (last && isOfNumber(last) && isOfNumber(word)) terms.splice(-1, 1, `${last} ${word}`);
    else terms.push(word);
  }
  return terms.slice(0, 8).map((term) => [...new Set([fold(term), ...otherForms(term)])]);
}

const isOfNumber = (text: string) => /^[\d()+.\p{Pd}\s]+$/u.test(text);

function otherForms(term: string): string[] {
  if (isOfNumber(term) && /\d/.test(term)) return [nationalDigits(term), ...refForm(term)];
  // A Russian keyboard has no ў and writes у, so Ўткир is found as Уткир, and the other way round.
  if (/[оo]['ʻʼ‘’`´]|ў/i.test(term)) return [fold(term.replace(/[оo]['ʻʼ‘’`´]|ў/gi, 'u'))];
  if (/у/i.test(term)) return [fold(term.replace(/у/gi, 'o'))];
  return refForm(term);
}

/** Without +998, 8 or +7. */
const nationalDigits = (term: string) =>
  (dialableNumber(term) ?? term).replace(/\D/g, '').replace(/^(?:998(?=\d{9}$)|7(?=\d{10}$))/, '');

const refForm = (term: string) => (/^\w{8}$/.test(term) ? [fold(normaliseRef(term))] : []);

export const matches = (terms: readonly SearchTerm[]): Sql[] =>
  terms.map((forms) => sql`(${join(forms.map(contains), ' or ')})`);

const contains = (form: string) => sql`search like ${`%${form.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
