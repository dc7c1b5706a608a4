import { createHash } from 'node:crypto';
import { defaultLanguage, isLanguage, type Language } from '#contract/languages.ts';
import { pageAddress } from '#contract/page-address.ts';
import { outcomeAnchors, type Submission } from '#contract/submission.ts';
import { tashkentDate } from '#contract/tashkent-time.ts';

/** Nobody fills in the form faster, even with autofill. */
const humanMs = 2000;

/** A missing age is no sign of spam: other clients send none. */
export function looksLikeSpam(honeypot: string, ageHeader: string | undefined): boolean {
  return honeypot.trim() !== '' || Number(ageHeader || Number.NaN) < humanMs;
}

/** `ru` from `ru-RU, en`. */
export function pageLanguage(tag: string): Language | null {
  const [code] = tag
    .trim()
    .toLowerCase()
    .split(/[-_,;]/);
  return isLanguage(code) ? code : null;
}

/** Includes the content: a visitor may add a sentence and send the form again under the same key. */
export function idempotencyKey(key: string | undefined, submission: Submission): string | null {
  if (!key) return null;
  const { name, phone, email, message } = submission;
  return createHash('sha256')
    .update(JSON.stringify([key, name, phone, email, message]))
    .digest('base64url');
}

/** A page without script sends no key. The same form sent twice on one day is one lead. */
export const plainFormKey = (now: Date): string => `plain form, ${tashkentDate(now)}`;

export const outcomeAddress = (outcome: keyof typeof outcomeAnchors, language?: Language | null): string =>
  pageAddress('/', language ?? defaultLanguage, outcomeAnchors[outcome]);
