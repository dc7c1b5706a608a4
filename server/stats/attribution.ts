/** The page reports where its visitor came from: `https://t.me/ utm_campaign=reels12`, or `direct`, or nothing. */
import type { IncomingHttpHeaders } from 'node:http';
import { submissionHeaders } from '#contract/submission.ts';
import { type Attribution, attributionOf } from './sources.ts';

export const unknownAttribution: Attribution = { source: null, campaign: null };

export function readAttribution(header: string, headers: IncomingHttpHeaders): Attribution {
  const parts = header.split(' ').filter(Boolean);
  const isTag = (part: string) => part.startsWith('utm_');
  const tags = parts.filter(isTag).join('&');
  const referrer = parts.find((part) => !isTag(part));
  return attributionOf(tags, referrer && isOwnPage(referrer, headers) ? undefined : referrer);
}

/** Stored with a lead, unless the visitor asks not to be tracked. */
export function leadAttribution(headers: IncomingHttpHeaders): Attribution {
  if (optsOut(headers)) return unknownAttribution;
  const header = headers[submissionHeaders.attribution.toLowerCase()];
  if (typeof header === 'string') return readAttribution(header, headers);
  // Without script, take the tags from the address of the page.
  return attributionOf(URL.parse(headers.referer ?? '')?.search ?? '');
}

/** A proxy may change the Host; the Origin still names the site. */
export function isOwnPage(address: string, { host, origin = '' }: IncomingHttpHeaders): boolean {
  const from = URL.parse(address)?.host;
  return from !== undefined && [host, URL.parse(origin)?.host].includes(from);
}

export const optsOut = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-gpc'] === '1' || headers.dnt === '1';
