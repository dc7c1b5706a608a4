import { defaultLanguage, type Language, languageCodes } from '#contract/languages.ts';
import { pageAddress } from '#contract/page-address.ts';
import { type PageName, pageNames, pages } from '#contract/pages.ts';

/**
 * The origin of SITE_URL; null without it. Then tags that need an absolute address are left out, and other addresses are
 * relative. The Host header is not used: a stranger’s domain that points here would become canonical.
 */
export type SiteUrl = string | null;

export const absoluteAddress = (
  siteUrl: SiteUrl,
  page: PageName,
  language: Language,
  anchor?: string,
): string => (siteUrl ?? '') + pageAddress(pages[page].path, language, anchor);

export const alternates = (siteUrl: SiteUrl, page: PageName): { hreflang: string; href: string }[] => [
  ...languageCodes.map((code) => ({ hreflang: code, href: absoluteAddress(siteUrl, page, code) })),
  { hreflang: 'x-default', href: absoluteAddress(siteUrl, page, defaultLanguage) },
];

export const indexedPages = pageNames.filter((page) => pages[page].description !== null);
