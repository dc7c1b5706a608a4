/** Which requests are a person's visit of the landing page. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isbot } from 'isbot';
import { defaultLanguage, isLanguage, type Language } from '../../contract/languages.ts';
import { type Arrival, arrivalOf } from './sources.ts';

type Visit = Arrival & { language: Language; name: null };

/**
 * The landing page, answered with 200 or 304, to a browser that a person uses. Not a prefetch, and not a step from one
 * page of the site to another, which is the same visit.
 */
export function visitOf(
  { method, url = '', headers }: IncomingMessage,
  status: number,
  siteHost: string | null,
): Visit | null {
  if (!isLanding(url) || method !== 'GET' || (status !== 200 && status !== 304)) return null;
  // Old browsers, and all of them over plain http, send no Sec-Fetch headers.
  if ((headers['sec-fetch-dest'] ?? 'document') !== 'document') return null;
  if (isRobot(headers) || isPrefetch(headers) || isFromWithin(headers, siteHost)) return null;
  const language = languageIn(url);
  return optsOut(headers)
    ? { source: null, campaign: null, language, name: null }
    : { ...arrivalOf(url.slice(2), headers.referer ?? ''), language, name: null };
}

export const isLanding = (url = ''): boolean => url === '/' || url.startsWith('/?');

/** Global Privacy Control, and its predecessor. */
export const optsOut = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-gpc'] === '1' || headers.dnt === '1';

const longestAgent = 500;
const mostAgents = 500;
let robots = new Map<string, boolean>();

/** `isbot` takes 10 µs, as long as answering the page. Every browser sends a User-Agent. */
export function isRobot(headers: IncomingHttpHeaders): boolean {
  const agent = (headers['user-agent'] ?? '').slice(0, longestAgent);
  const known = robots.get(agent);
  if (known !== undefined) return known;
  if (robots.size >= mostAgents) robots = new Map();
  const answer = agent === '' || isbot(agent);
  robots.set(agent, answer);
  return answer;
}

function isPrefetch(headers: IncomingHttpHeaders): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose'] ?? headers['x-moz'];
  return purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose));
}

function isFromWithin(headers: IncomingHttpHeaders, siteHost: string | null): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const from = URL.parse(headers.referer ?? '')?.host;
  return from !== undefined && (from === headers.host || from === siteHost);
}

function languageIn(url: string): Language {
  const asked = /[?&]lang=(\w+)/.exec(url)?.[1];
  return isLanguage(asked) ? asked : defaultLanguage;
}
