import { defaultLanguage, type Language, languageCodes } from '#contract/languages.ts';
import { pageAddress } from '#contract/page-address.ts';
import { placeholderOrigin } from '#prerender/origin.ts';
import { type PageName, pagePaths } from '#site/pages/names.ts';

export const absoluteAddress = (page: PageName, language: Language, anchor?: string): string =>
  placeholderOrigin + pageAddress(pagePaths[page], language, anchor);

export const alternates = (page: PageName): { hreflang: string; href: string }[] => [
  ...languageCodes.map((code) => ({ hreflang: code, href: absoluteAddress(page, code) })),
  { hreflang: 'x-default', href: absoluteAddress(page, defaultLanguage) },
];

export const indexedPages: readonly PageName[] = ['landing', 'privacy', 'terms'];
