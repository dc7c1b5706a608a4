/** How the page tells where its visitor came from: `https://t.me/ utm_campaign=reels12`, or `direct`; nothing when it does not know. */
import type { IncomingHttpHeaders } from 'node:http';
import { submissionHeaders } from '../../contract/submission.ts';
import { type Arrival, arrivalByTags, arrivalOf } from './sources.ts';
import { asksNotToBeFollowed } from './visits.ts';

const unknown: Arrival = { source: null, campaign: null };

/** The site's own name is also in the Origin, whatever a proxy makes of the Host. */
export function readArrival(told: string, { host, origin = '' }: IncomingHttpHeaders): Arrival {
  const parts = told.split(' ').filter(Boolean);
  const isTag = (part: string) => part.startsWith('utm_');
  const tags = parts.filter(isTag).join('&');
  const referrer = parts.find((part) => !isTag(part));
  const from = URL.parse(referrer ?? '')?.host;
  const isOwn = from !== undefined && [host, URL.parse(origin)?.host].includes(from);
  return referrer !== undefined && !isOwn ? arrivalOf(tags, referrer) : arrivalByTags(tags);
}

/** What is kept with a lead; whoever does not want to be followed comes from nowhere. */
export function arrivalOfLead(headers: IncomingHttpHeaders): Arrival {
  if (asksNotToBeFollowed(headers)) return unknown;
  const told = headers[submissionHeaders.arrival.toLowerCase()];
  if (typeof told === 'string') return readArrival(told, headers);
  // A page without script sends no header, yet its address, with the tags in it.
  const page = URL.parse(headers.referer ?? '');
  return page ? arrivalByTags(page.search.slice(1)) : unknown;
}
