import { defaultLanguage, type Language } from '#contract/languages.ts';

/** The same address in another language; other parameters (utm…) and the anchor stay. Complete, because a path may begin with `//`. */
export function urlInLanguage(address: string, language: Language): string {
  const url = new URL(address);
  url.searchParams.delete('lang');
  if (language !== defaultLanguage) url.searchParams.set('lang', language);
  return url.href;
}
