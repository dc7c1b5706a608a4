/** Which answers were a person's visit, and where it came from. Looked at when the answer is out. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isbot } from 'isbot';
import { defaultLanguage, isLanguage, type Language } from '../../contract/languages.ts';
import { remembering } from '../remembering.ts';
import { type Arrival, arrivalOf } from './sources.ts';

type Visit = Arrival & { language: Language; name: null };

/**
 * The landing page, answered whole or with "you have it already", to a browser that a person sits at. Not what a browser
 * fetches ahead of a click, and not a step from one page of the site to another: that is the same visit.
 */
export function visitOf(
  { method, url = '', headers }: IncomingMessage,
  status: number,
  siteHost: string | null,
): Visit | null {
  if (method !== 'GET' || (status !== 200 && status !== 304)) return null;
  if (!isLanding(url)) return null;
  // Old browsers, and all of them on a plain http address, do not say what they fetch a thing for.
  if ((headers['sec-fetch-dest'] ?? 'document') !== 'document') return null;
  if (isRobot(headers) || isAhead(headers) || isFromWithin(headers, siteHost)) return null;

  const language = url === '/' ? defaultLanguage : languageIn(url);
  if (asksNotToBeFollowed(headers)) return { source: null, campaign: null, language, name: null };
  const { referer = '' } = headers;
  if (url.includes('utm_')) return { ...arrivalOf(url.slice(2), referer), language, name: null };
  return { source: sourceOf(referer), campaign: null, language, name: null };
}

export const isLanding = (url = ''): boolean => url === '/' || url.startsWith('/?');

/** Twice what any browser has; fifteen thousand characters would be read anew with every request. */
const longestName = 500;

/** What sends no name at all is no browser. */
export function isRobot(headers: IncomingHttpHeaders): boolean {
  return isRobotNamed((headers['user-agent'] ?? '').slice(0, longestName));
}

/** Global Privacy Control, and what came before it. */
export function asksNotToBeFollowed(headers: IncomingHttpHeaders): boolean {
  return headers['sec-gpc'] === '1' || headers.dnt === '1';
}

/** `Sec-Purpose: prefetch;prerender`; the others are older. */
function isAhead(headers: IncomingHttpHeaders): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose'] ?? headers['x-moz'];
  return purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose));
}

function isFromWithin(headers: IncomingHttpHeaders, siteHost: string | null): boolean {
  // Who says it needs not to be asked where they come from.
  if (headers['sec-fetch-site'] !== undefined) return headers['sec-fetch-site'] === 'same-origin';
  const from = headers.referer && hostOf(headers.referer);
  return Boolean(from) && (from === headers.host || from === siteHost);
}

/** A page that was answered has one of them, or none for the first. */
function languageIn(url: string): Language {
  const asked = /[?&]lang=(\w+)/.exec(url)?.[1];
  return isLanguage(asked) ? asked : defaultLanguage;
}

const isRobotNamed = remembering((agent) => agent === '' || isbot(agent));
const sourceOf = remembering((referrer) => arrivalOf('', referrer).source);
const hostOf = remembering((referrer) => URL.parse(referrer)?.host ?? '');
