/**
 * How the visitor came to the site: the page that led here, and the address with the tags of the link. Kept in this tab
 * and forgotten with it, so that it is still known after the legal pages; told with a click and with the form.
 */
const key = 'from';

const isStepInside = () => document.referrer.startsWith(`${location.origin}/`);

/** For who is sent to another language before the page is there: only who led here, for every byte is waited for. */
export function rememberReferrer(): void {
  // Storage is not forbidden: the language was found there. A site for a static host has nobody to tell.
  if (!__HOSTED_PROJECT__) sessionStorage[key] ||= document.referrer;
}

export function rememberArrival(): void {
  if (__HOSTED_PROJECT__) return;
  try {
    const from = isStepInside() ? sessionStorage.getItem(key) : document.referrer;
    // With an address beside it, it was remembered whole.
    if (from !== null && !from.includes(' '))
      sessionStorage.setItem(key, `${from || 'direct'} ${location.search}`);
  } catch {
    // Storage can be forbidden: then a step inside the site forgets it.
  }
}

/** As it fits into a header: printable, short, and of the address only the tags. Empty when it is not known. */
export function arrival(): string {
  let came = `${isStepInside() ? '' : document.referrer || 'direct'} ${location.search}`;
  try {
    came = sessionStorage.getItem(key) ?? came;
  } catch {}
  return (came.match(/^[!-~]{0,200}|\butm_(?:source|campaign)=[!-%'-~]{1,120}/g) ?? []).join(' ').trim();
}
