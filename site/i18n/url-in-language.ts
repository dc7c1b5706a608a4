import { defaultLanguage, type Language } from '#contract/languages.ts';

/** The same address in another language; other parameters (utm…) and the anchor stay. */
export function urlInLanguage(
  address: { pathname: string; search: string; hash: string },
  language: Language,
): string {
  const parameters = new URLSearchParams(address.search);
  parameters.delete('lang');
  if (language !== defaultLanguage) parameters.set('lang', language);
  const query = parameters.toString();
  return `${address.pathname}${query && `?${query}`}${address.hash}`;
}
