/**
 * How the visitor came: the page that led here, and the link's tags. It is kept in this tab, so that the form and the clicks
 * know it even after the legal pages.
 */
let arrivedFrom = '';

/** Before this page is left for the same one in another language: that one would see only this site as its referrer. */
export function keepReferrer(): void {
  if (__HOSTED_PROJECT__ || isFromHere(document.referrer)) return;
  try {
    sessionStorage.from = document.referrer;
  } catch {
    // Storage can be forbidden.
  }
}

export function rememberArrival(): void {
  if (__HOSTED_PROJECT__) return;
  arrivedFrom = document.referrer;
  try {
    if (isFromHere(arrivedFrom)) arrivedFrom = sessionStorage.from ?? arrivedFrom;
    // A kept referrer has no tags yet.
    if (!arrivedFrom.includes(' ')) arrivedFrom = `${arrivedFrom || 'direct'} ${location.search}`;
    sessionStorage.from = arrivedFrom;
  } catch {
    // Storage can be forbidden.
  }
}

const isFromHere = (address: string) => address.startsWith(`${location.origin}/`);

/** Fits into a header: printable, short, and of the address only the tags. */
export const arrival = (): string =>
  arrivedFrom.match(/^[!-~]{0,200}|\butm_(?:source|campaign)=[!-%'-~]{1,999}/g)?.join(' ') ?? '';
