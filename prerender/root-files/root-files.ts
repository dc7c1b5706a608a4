import { type Language, languageCodes } from '#contract/languages.ts';
import type { Texts } from '#site/i18n/texts.ts';
import { robots } from './robots.ts';
import { sitemap } from './sitemap.ts';
import { manifestPath, webManifest } from './webmanifest.ts';

export const rootFiles = (texts: Record<Language, Texts>): Record<string, string> => ({
  '/robots.txt': robots(),
  '/sitemap.xml': sitemap(),
  ...Object.fromEntries(languageCodes.map((code) => [manifestPath(code), webManifest(code, texts[code])])),
});
