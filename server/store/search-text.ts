/** What a search compares: a lead's text and what somebody typed, both folded alike. */
import type { Submission } from '../../contract/submission.ts';
import { nationalNumber } from '../leads/phone.ts';
import { readableLine } from '../leads/readable.ts';
import { otherScript } from './other-script.ts';
import { normaliseRef } from './ref.ts';

/**
 * Besides capitals: ё, the many apostrophes of Uzbek's oʻ and gʻ, and the dot that some leave of a Turkish İ. The
 * PostgreSQL migration has the same; a test compares.
 */
const foldedFrom = 'ёʻʼ‘’`´\u0307';
export const foldedTo = "е''''''";

const folds = new Map([...foldedFrom].map((letter, at) => [letter, foldedTo[at] ?? '']));

export const folded = (text: string): string =>
  text.toLowerCase().replace(/[ёʻʼ‘’`´]|\u0307/g, (letter) => folds.get(letter) ?? letter);

/** Everything of a lead that can be searched, folded; a line for each, so that no match reaches from one into the next. */
export function searchText(lead: Submission & { ref: string }): string {
  const { ref, name, phone, email, message } = lead;
  return folded([ref, name, phone, phoneDigits(phone), email ?? '', message].join('\n'));
}

/** Nine digits are a number within Uzbekistan: found as 90 123 45 67 and as +998 90 123 45 67. */
function phoneDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return /^[1-9]\d{8}$/.test(digits) && !phone.includes('+') ? `998${digits}` : digits;
}

/** One of several things that must all be found; any of its forms will do. */
export type SearchTerm = readonly string[];

/** Nobody types more; each of them costs. */
const mostTerms = 8;
const mostCharacters = 200;

/** Words in any order. Neighbours that can be one phone number are one term, found as typed and as digits alone. */
export function searchTerms(typed: string): SearchTerm[] {
  const terms: string[] = [];
  let inNumber = false;
  const start = [...readableLine(typed)].slice(0, mostCharacters).join('');
  for (const word of folded(start).split(' ').filter(Boolean)) {
    const ofNumber = /^[\d()+.\p{Pd}]+$/u.test(word);
    if (ofNumber && inNumber) terms.push(`${terms.pop()} ${word}`);
    else terms.push(word);
    inNumber = ofNumber;
  }
  return terms.slice(0, mostTerms).map((term) => [...new Set([term, ...otherForms(term)])]);
}

function otherForms(term: string): string[] {
  // A reference has eight letters and digits, now and then only letters.
  const refs = /^[\da-z]{8}$/.test(term) ? [normaliseRef(term).toLowerCase()] : [];
  if (!/\d/.test(term)) {
    const forms = [term, ...apostropheForms(term)];
    return [...refs, ...forms, ...forms.slice(0, mostInOtherScript).flatMap(otherScript)];
  }
  // However the country was written here or there: +998, 00998, 8 or not at all.
  const digits = nationalNumber(term) ?? term.replace(/\D/g, '');
  return /^[\d()+.\p{Pd}\s]+$/u.test(term) ? [...refs, digits] : refs;
}

/** Each of them has up to three others. */
const mostInOtherScript = 3;
/** Each of them doubles the forms. */
const mostApostrophes = 3;

/** Behind one of its first letters a name has its apostrophe: Aʼzam, Raʼno, Masʼud, Shaʼbon. */
const firstLetters = [1, 2, 3];

/** Many type no apostrophe: `otkir` and `o'tkir`, `rano` and `ra'no` find both. By the term, as the text keeps what was written. */
function apostropheForms(term: string): string[] {
  const bare = term.replaceAll("'", '');
  // What is shorter has no piece of three, and would keep the index from being asked.
  if (!/^[a-z-]{3,}$/.test(bare)) return [];
  const [start = '', ...parts] = term.split(/(?<=[og])'?(?=[^'])/);
  const longer = (form: string, part: string, at: number) =>
    at < mostApostrophes ? [form + part, `${form}'${part}`] : [form + part];
  const ofOAndG = parts.reduce((forms, part, at) => forms.flatMap((form) => longer(form, part, at)), [start]);
  return [...ofOAndG, bare, ...firstLetters.map((at) => `${bare.slice(0, at)}'${bare.slice(at)}`)];
}

export const isFoundIn = (text: string, terms: readonly SearchTerm[]): boolean =>
  terms.every((forms) => forms.some((form) => text.includes(form)));

/** Every three neighbouring characters: what both databases keep an index of. None when there are fewer. */
export function trigrams(text: string): string[] {
  const characters = [...text];
  return [...new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join('')))];
}
