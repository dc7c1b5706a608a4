/**
 * The tags of the link that a visitor came by. With script the page remembers them; without, only the address can carry
 * them from page to page, and the links in the pages do not know them. So who comes from a tagged page of the site is sent
 * on with its tags: one step more, for those few who had some and follow a link inside the site.
 */
import type { IncomingHttpHeaders } from 'node:http';

/** As much as is ever read of a name (figures/names.ts), in Cyrillic, where a letter is six characters. */
const tag = /^utm_(source|campaign)=[!-~]{1,999}$/;

/** The address to be sent on to; undefined when there is nothing to carry. */
export function withCarriedTags(
  target: string,
  { referer, host }: IncomingHttpHeaders,
  siteUrl: string | undefined,
): string | undefined {
  if (!referer?.includes('utm_') || target.includes('utm_')) return undefined;
  const from = URL.parse(referer);
  if (!from || (from.host !== host && from.origin !== siteUrl)) return undefined;
  const tags = from.search
    .slice(1)
    .split('&')
    .filter((parameter) => tag.test(parameter));
  if (tags.length === 0) return undefined;
  return `${target}${target.includes('?') ? '&' : '?'}${tags.join('&')}`;
}
