import type { Lead } from '#server/leads/lead.ts';
import { dialableNumber } from '#server/leads/phone.ts';
import { readableText } from '#server/leads/readable.ts';
import { cutText } from './cut-text.ts';

/** A service refused this message but may accept others, so the channel is not failing. */
export class Rejected extends Error {
  override name = 'Rejected';
}

/** The service asks to wait. That is the channel's pace, not a failure of the message. */
export class RateLimited extends Error {
  override name = 'RateLimited';
  readonly retryAfterMs: number;
  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The service says that nobody should try again. */
export class Gone extends Error {
  override name = 'Gone';
}

const mask = '***';
const maxErrorLength = 300;

/** The first line of an error, without secrets and the visitor's data. */
export function describeError(error: unknown, secrets: readonly string[], lead: Lead | null = null): string {
  const [line = ''] = readableText(textOf(error)).trim().slice(0, 2000).split('\n', 1);
  const hidden = [...secrets, ...(lead ? personalData(lead) : [])].filter((value) => value.length >= 3);
  return cutText(hidden.reduce(hide, line), maxErrorLength);
}

/** Adds the code (ECONNREFUSED): the message of a failed connection may be empty. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && !error.message.includes(code)
    ? `${code}: ${error.message}`
    : error.message;
}

/** A server may quote only part of the data. The longest come first, so that they are hidden whole. */
function personalData({ name, phone, email, message }: Lead): string[] {
  const digits = phone.replace(/\D/g, '');
  const values = [name, ...name.split(/\s+/), phone, digits, dialableNumber(phone) ?? '', message];
  return [...values, email ?? '', email?.split('@')[0] ?? ''].toSorted((a, b) => b.length - a.length);
}

/** Replaces short values only where they are whole words. */
function hide(text: string, value: string): string {
  const pattern = RegExp.escape(value);
  const isShort = value.length < 6;
  return text.replace(new RegExp(isShort ? `(?<!\\p{L})${pattern}(?!\\p{L})` : pattern, 'giu'), mask);
}
