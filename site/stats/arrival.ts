/**
 * How the visitor came to the site: the page that led here, and the address with the tags of the link. Kept in this tab
 * and forgotten with it, so that it is still known after the legal pages; told with a click and with the form.
 */
let came = '';

/** For the page in another language that this one leaves for, and that is therefore reached from here. */
export function keepReferrer(): void {
  if (__HOSTED_PROJECT__ || document.referrer.startsWith(`${location.origin}/`)) return;
  try {
    sessionStorage.from = document.referrer;
  } catch {
    // Storage can be forbidden.
  }
}

export function rememberArrival(): void {
  if (__HOSTED_PROJECT__) return;
  came = document.referrer;
  try {
    // A step inside the site. Where nothing was kept, that is all that is known, and the server takes it for nothing.
    if (came.startsWith(`${location.origin}/`)) came = sessionStorage.from ?? came;
    // With an address beside it, it was remembered whole; without, it is a referrer that was kept.
    if (!came.includes(' ')) came = `${came || 'direct'} ${location.search}`;
    sessionStorage.from = came;
  } catch {
    // Storage can be forbidden: then a step inside the site forgets it.
  }
}

/** As it fits into a header: printable, short (what the server reads of a name, 160 characters, are 960 in Cyrillic), and of the address only the tags. */
export const arrival = (): string =>
  came.match(/^[!-~]{0,200}|\butm_(?:source|campaign)=[!-%'-~]{1,999}/g)?.join(' ') ?? '';
