/**
 * The address to put under a post or on a flyer. It says only which one it was; from which network the visitor came
 * is told by the browser. `name` is what `linkName` made of the typed one.
 */
export function campaignLink(siteUrl: string, name: string): string {
  const url = new URL('/', siteUrl);
  url.searchParams.set('utm_campaign', name);
  return url.href;
}
