import { type Language, languageCodes } from '#contract/languages.ts';
import type { SiteUrl } from '#prerender/head/addresses.ts';
import type { Texts } from '#site/i18n/texts.ts';
import { robots } from './robots.ts';
import { sitemap } from './sitemap.ts';
import { manifestPath, webManifest } from './webmanifest.ts';

export const rootFiles = (texts: Record<Language, Texts>, siteUrl: SiteUrl): Record<string, string> => ({
  '/robots.txt': robots(siteUrl),
  ...(siteUrl && { '/sitemap.xml': sitemap(siteUrl) }),
  ...Object.fromEntries(languageCodes.map((code) => [manifestPath(code), webManifest(code, texts[code])])),
});
