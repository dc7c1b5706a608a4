/** The page reports where its visitor came from: `https://t.me/ utm_campaign=reels12`, or `direct`, or nothing. */
import type { IncomingHttpHeaders } from 'node:http';
import { submissionHeaders } from '../../contract/submission.ts';
import { type Arrival, arrivalByTags, arrivalOf } from './sources.ts';

export const unknownArrival: Arrival = { source: null, campaign: null };

export function readArrival(report: string, headers: IncomingHttpHeaders): Arrival {
  const parts = report.split(' ').filter(Boolean);
  const isTag = (part: string) => part.startsWith('utm_');
  const tags = parts.filter(isTag).join('&');
  const referrer = parts.find((part) => !isTag(part));
  return referrer && !isOwnPage(referrer, headers) ? arrivalOf(tags, referrer) : arrivalByTags(tags);
}

/** Stored with a lead, unless the visitor asks not to be tracked. */
export function arrivalOfLead(headers: IncomingHttpHeaders): Arrival {
  if (optsOut(headers)) return unknownArrival;
  const report = headers[submissionHeaders.arrival.toLowerCase()];
  if (typeof report === 'string') return readArrival(report, headers);
  // A form sent without script has only its page's address, with the tags in it.
  return arrivalByTags(URL.parse(headers.referer ?? '')?.search ?? '');
}

/** Behind a proxy that changes the Host, the Origin still has the site's own name. */
export function isOwnPage(address: string, { host, origin = '' }: IncomingHttpHeaders): boolean {
  const from = URL.parse(address)?.host;
  return from !== undefined && [host, URL.parse(origin)?.host].includes(from);
}

/** Global Privacy Control, and its predecessor. */
export const optsOut = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-gpc'] === '1' || headers.dnt === '1';
