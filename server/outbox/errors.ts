import type { Lead } from '../leads/lead.ts';
import { dialableNumber } from '../leads/phone.ts';
import { readableText } from '../leads/readable.ts';
import { cutText } from './cut-text.ts';

const mask = '***';
const longestError = 300;

/** The first line of what another service answered, without our secrets and without the visitor's own data. */
export function describeError(foreign: string, secrets: readonly string[], lead?: Lead): string {
  const [line = ''] = readableText(foreign).trim().slice(0, 2000).split('\n', 1);
  const hidden = [...secrets, ...(lead ? personalData(lead) : [])].filter((value) => value.length >= 3);
  return cutText(
    hidden.reduce((text, value) => replaceIgnoringCase(text, value), line),
    longestError,
  );
}

function personalData({ name, phone, email, message }: Lead): string[] {
  const digits = phone.replace(/\D/g, '');
  const values = [name, message, phone, digits, dialableNumber(phone) ?? '', email ?? ''];
  // A server may quote only a part of what it refuses, or escape it.
  return [
    ...values,
    ...values.map((value) => JSON.stringify(value).slice(1, -1)),
    ...values.map(encodeURIComponent),
    ...name.split(/\s+/),
    email?.split('@')[0] ?? '',
    ...message.split(/[\n.!?]/).map((sentence) => sentence.trim()),
  ].toSorted((a, b) => b.length - a.length);
}

/** Short names and words are replaced only where they are whole words. */
function replaceIgnoringCase(text: string, value: string): string {
  const pattern = RegExp.escape(value);
  const isShort = value.length < 6;
  return text.replace(new RegExp(isShort ? `(?<!\\p{L})${pattern}(?!\\p{L})` : pattern, 'giu'), mask);
}
