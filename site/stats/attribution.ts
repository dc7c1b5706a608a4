/**
 * Where the visitor came from: "REFERRER QUERY", the page that led here and the query of the first page opened on this site.
 * Session storage keeps it, so that the form and the clicks still have it after a visit to the legal pages.
 */
let attribution = '';

/** Called before redirecting to another language: after it, `document.referrer` is this site. */
export function saveAttribution(): void {
  if (__SUPABASE_PROJECT__ || isFromHere(document.referrer)) return;
  try {
    sessionStorage.from = document.referrer;
  } catch {
    // Storage can be forbidden.
  }
}

export function initAttribution(): void {
  if (__SUPABASE_PROJECT__) return;
  attribution = document.referrer;
  try {
    if (isFromHere(attribution)) attribution = sessionStorage.from ?? attribution;
    // No query yet: a new visit, or one that `saveAttribution` stored before a redirect.
    if (!attribution.includes(' ')) attribution = `${attribution || 'direct'} ${location.search}`;
    sessionStorage.from = attribution;
  } catch {
    // Storage can be forbidden.
  }
}

const isFromHere = (address: string) => address.startsWith(`${location.origin}/`);

/** Safe in a header: the referrer, at most 200 characters, with `utm_source` and `utm_campaign`. */
export const attributionHeader = (): string =>
  attribution.match(/^[!-~]{0,200}|\butm_(?:source|campaign)=[!-%'-~]{1,999}/g)?.join(' ') ?? '';
