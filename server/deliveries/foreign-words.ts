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
  // A mail header in base64 or quoted-printable (RFC 2047): nobody could read it, and only a visitor's text needs it.
  const text = sentence.replace(/=\?[\w-]+\?[bq]\?[^?\s]*(\?=)?/gi, mask);
  const folded = fold(text);
  const hidden = new Array<boolean>(text.length).fill(false);
  const digits = lead.phone.replace(/\D/g, '');
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
  if (text.includes('=')) forms.push(quotedPrintable(whole));
  return new Set(forms.map((form) => fold(readableLine(form))));
}

const unicodeEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const quotedPrintable = (value: string) =>
  [...Buffer.from(value)]
    .map((byte) =>
      byte >= 0x20 && byte < 0x7f && byte !== 0x3d
        ? String.fromCharCode(byte)
        : `=${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');

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

/** What is too short to be told from a chance is hidden where it stands alone. */
function hideWord(text: string, word: string, hidden: boolean[]): void {
  if (word === '') return;
  const isPart = (character: string) => /[\p{L}\p{M}\p{N}]/u.test(character);
  for (let i = text.indexOf(word); i >= 0; i = text.indexOf(word, i + 1)) {
    const end = i + word.length;
    if (!isPart(text.charAt(i - 1)) && !isPart(text.charAt(end))) hidden.fill(true, i, end);
  }
}
