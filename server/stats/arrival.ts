/** The page reports where its visitor came from: `https://t.me/ utm_campaign=reels12`, or `direct`, or nothing. */
import type { IncomingHttpHeaders } from 'node:http';
import { submissionHeaders } from '../../contract/submission.ts';
import { type Arrival, arrivalByTags, arrivalOf } from './sources.ts';
import { optsOut } from './visits.ts';

/** Behind a proxy that changes the Host, the Origin still has the site's own name. */
export function readArrival(report: string, { host, origin = '' }: IncomingHttpHeaders): Arrival {
  const parts = report.split(' ').filter(Boolean);
  const isTag = (part: string) => part.startsWith('utm_');
  const tags = parts.filter(isTag).join('&');
  const referrer = parts.find((part) => !isTag(part));
  const from = URL.parse(referrer ?? '')?.host;
  const isOwn = from !== undefined && [host, URL.parse(origin)?.host].includes(from);
  return referrer !== undefined && !isOwn ? arrivalOf(tags, referrer) : arrivalByTags(tags);
}

/** Stored with a lead, unless the visitor asks not to be tracked. */
export function arrivalOfLead(headers: IncomingHttpHeaders): Arrival {
  if (optsOut(headers)) return { source: null, campaign: null };
  const report = headers[submissionHeaders.arrival.toLowerCase()];
  if (typeof report === 'string') return readArrival(report, headers);
  // A form sent without script has only its page's address, with the tags in it.
  return arrivalByTags(URL.parse(headers.referer ?? '')?.search ?? '');
}
