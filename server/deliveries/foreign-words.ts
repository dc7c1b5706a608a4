import { dialableNumber } from '../leads/phone.ts';
import { readableLine } from '../leads/readable.ts';
import type { Lead } from '../store/store.ts';
import { cutText } from './message.ts';

/**
 * What another side said, made fit for the store, the log and a terminal: without our secrets, and without what
 * the visitor wrote. Servers quote what they refuse, whole or cut off, and in the encodings it travelled in.
 */
export function presentable(foreign: string, secrets: readonly string[], lead?: Lead): string {
  const shown = secrets.reduce((text, secret) => text.replaceAll(secret, mask), foreign);
  // Far more than is kept, and an end to the work that an answer can make.
  const start = cutText(readableLine(shown), 2000);
  return cutText(lead ? withoutLead(start, lead) : start, 300);
}

const mask = '***';

/** So many characters in a row that also stand in the name, the phone or the e-mail are no chance… */
export const contactRun = 6;
/** …but a message shares common words with any sentence. */
export const messageRun = 12;

export function withoutLead(sentence: string, lead: Lead): string {
  const text = withoutEncoded(sentence);
  const folded = fold(text);
  const hidden = new Array<boolean>(text.length).fill(false);
  const digits = lead.phone.replace(/\D/g, '');
  hideDigits(text, digits, hidden);
  for (const value of [lead.name, lead.phone, digits, dialableNumber(lead.phone) ?? '', lead.email ?? '']) {
    for (const form of formsOf(value, text)) hideRuns(folded, form, contactRun, hidden);
  }
  const names = `${lead.name} ${lead.email?.split('@')[0] ?? ''}`;
  for (const word of names.split(/[^\p{L}\p{M}\p{N}]+/u)) hideWord(folded, fold(word), hidden);
  for (const form of formsOf(lead.message, text)) hideRuns(folded, form, messageRun, hidden);

  let result = '';
  for (let i = 0; i < text.length; i++) {
    if (!hidden[i]) result += text[i];
    else if (!hidden[i - 1]) result += mask;
  }
  return result;
}

/**
 * What nobody can read anyway, and only a visitor's text needs: a header of a mail (RFC 2047), a stretch of its body in
 * base64, characters by their numbers (`=D0=9E`, `%D0%9E`, `\xd0\x9e`, `\u041e`, `\320\236`, `&#1054;`, `&#x41e;`).
 */
function withoutEncoded(sentence: string): string {
  return sentence
    .replace(/=\?[\w-]+\?[bq]\?[^?\s]*(\?=)?/gi, mask)
    .replace(/(?:(?:[=%\\]|&#)[xu{]*[\da-f]+[};]*){2,}/gi, mask)
    .replace(/[A-Za-z0-9+/]{20,}={0,2}/g, (run) =>
      /[A-Z]/.test(run) && /[a-z]\d|\d[a-z]/i.test(run) ? mask : run,
    );
}

/** The value as it may be quoted, escaped in the ways whose signs are in the text at all. */
function formsOf(value: string, text: string): Set<string> {
  const whole = value.toWellFormed();
  const forms = [whole];
  if (text.includes('\\')) {
    const json = JSON.stringify(whole).slice(1, -1);
    forms.push(whole.replace(/["\\]/g, '\\$&'), json, json.replace(/[^ -~]/g, unicodeEscape));
  }
  if (text.includes('&')) {
    const html = whole.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    forms.push(html, html.replaceAll('"', '&quot;').replaceAll("'", '&#39;'));
  }
  if (text.includes('%'))
    forms.push(encodeURIComponent(whole), new URLSearchParams({ '': whole }).toString().slice(1));
  const bytes = Buffer.from(whole);
  if (/[\da-z+/]{8}/i.test(text)) forms.push(bytes.toString('hex'), ...base64Within(bytes));
  // UTF-8 that somebody took for Latin-1.
  if (/[\u00c2-\u00f4]/.test(text)) forms.push(bytes.toString('latin1'));
  return new Set(forms.map((form) => fold(readableLine(form))));
}

/** How the bytes look somewhere in a longer text in base64, which takes three at a time: all that does not hang on their neighbours. */
const base64Within = (bytes: Buffer) =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return encoded.slice(Math.ceil((before * 8) / 6), whole);
  });

const unicodeEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Lower case, each character in its old place: some grow when they are folded, and those are left as they are. */
const fold = (text: string) =>
  text.replace(/[A-Z]|\P{ASCII}/gu, (upper) => {
    const lower = upper.toLowerCase();
    return lower.length === upper.length ? lower : upper;
  });

/** Every stretch of the text, from so many characters on, that is also one of the form. */
function hideRuns(text: string, form: string, run: number, hidden: boolean[]): void {
  if (form.length < run) hideWord(text, form, hidden);
  const runs = new Set<string>();
  for (let i = 0; i + run <= form.length; i++) runs.add(form.slice(i, i + run));
  for (let i = 0; i + run <= text.length; i++) {
    if (runs.has(text.slice(i, i + run))) hidden.fill(true, i, i + run);
  }
}

/** The phone's digits, however they are grouped. */
function hideDigits(text: string, digits: string, hidden: boolean[]): void {
  for (const group of text.matchAll(/\d(?:[^\p{L}\p{N}]{0,3}\d)*/gu)) {
    const places = [...group[0].matchAll(/\d/g)].map(({ index }) => group.index + index);
    const said = places.map((place) => text[place]).join('');
    for (let i = 0; i + contactRun <= said.length; i++) {
      const [first = 0, last = 0] = [places[i], places[i + contactRun - 1]];
      if (digits.includes(said.slice(i, i + contactRun))) hidden.fill(true, first, last + 1);
    }
  }
}

/** What is too short to be told from a chance is hidden where it stands alone. */
function hideWord(text: string, word: string, hidden: boolean[]): void {
  if (word === '') return;
  const isPart = (character: string) => /[\p{L}\p{M}\p{N}]/u.test(character);
  for (let i = text.indexOf(word); i >= 0; i = text.indexOf(word, i + 1)) {
    const end = i + word.length;
    if (!isPart(text.charAt(i - 1)) && !isPart(text.charAt(end))) hidden.fill(true, i, end);
  }
}
