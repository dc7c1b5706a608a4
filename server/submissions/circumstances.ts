import { createHash } from 'node:crypto';
import { defaultLanguage, isLanguage, type Language } from '../../contract/languages.ts';
import { noticeAnchors, type Submission } from '../../contract/submission.ts';
import { tashkentDate } from '../../contract/tashkent-time.ts';

/** Nobody reads three fields and writes a message in less, not even with autofill; programs do. */
const humanMs = 2000;

/** A filled trap or an inhuman speed. Absent or unreadable facts prove nothing: old pages, other clients. */
export function looksLikeSpam(trap: string, ageHeader: string | undefined): boolean {
  const age = ageHeader?.trim() ? Number(ageHeader) : Number.NaN;
  return trap.trim() !== '' || (age >= 0 && age < humanMs);
}

/** Of `ru-RU, en` the visitor was reading `ru`; what is not a language of the page is not kept. */
export function pageLanguage(tag: string): Language | null {
  const code = tag
    .trim()
    .toLowerCase()
    .split(/[-_,;]/)[0];
  return isLanguage(code) ? code : null;
}

/**
 * What makes a repeat a repeat: the same key with the same content. A visitor whose first try seemed to fail
 * may add a sentence and send again under the same key; that is not to be mistaken for a repeat and dropped.
 */
export function idempotencyKey(key: string | undefined, submission: Submission): string | null {
  if (!key) return null;
  const { name, phone, email, message } = submission;
  return createHash('sha256')
    .update(JSON.stringify([key, name, phone, email, message]))
    .digest('base64url');
}

/**
 * A page without script has no key to send, and a second tap on its button posts the form again: the same words on the
 * same day are one lead.
 */
export const plainFormKey = (now: Date): string => `plain form, ${tashkentDate(now)}`;

/** Where a page without script is sent: itself, in its language, with the notice that belongs to the outcome. */
export function noticeAddress(outcome: keyof typeof noticeAnchors, language: Language | null): string {
  const page = language === null || language === defaultLanguage ? '/' : `/?lang=${language}`;
  return `${page}#${noticeAnchors[outcome]}`;
}
