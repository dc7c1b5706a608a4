import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isbot } from 'isbot';
import { defaultLanguage, isLanguage } from '#contract/languages.ts';
import { isOwnPage, optsOut, unknownAttribution } from './attribution.ts';
import type { StatsEvent } from './counting.ts';
import { attributionOf } from './sources.ts';

/** A person opened the landing page. Arriving from another page of the site continues the same visit. */
export function visitOf({ method, url = '', headers }: IncomingMessage, status: number): StatsEvent | null {
  if (!/^\/(\?|$)/.test(url) || method !== 'GET' || (status !== 200 && status !== 304)) return null;
  // Old browsers send no Sec-Fetch headers, and over plain http no browser does.
  const { 'sec-fetch-dest': destination = 'document', 'sec-fetch-site': from, referer = '' } = headers;
  const isFromWithin = from ? from === 'same-origin' : isOwnPage(referer, headers);
  if (destination !== 'document' || isFromWithin || isPrefetch(headers) || isRobot(headers)) return null;
  const asked = /[?&]lang=(\w+)/.exec(url)?.[1];
  const language = isLanguage(asked) ? asked : defaultLanguage;
  const attribution = optsOut(headers) ? unknownAttribution : attributionOf(url.slice(2), referer);
  return { ...attribution, language, name: null };
}

export function isRobot({ 'user-agent': agent = '' }: IncomingHttpHeaders): boolean {
  return agent === '' || isbot(agent.slice(0, 500));
}

const isPrefetch = (headers: IncomingHttpHeaders) =>
  /prefetch|prerender|preview/i.test(`${headers['sec-purpose']} ${headers.purpose} ${headers['x-moz']}`);
