import type { Language } from '#contract/languages.ts';
import { pageAddress } from '#contract/page-address.ts';
import type { PageName } from '#contract/pages.ts';

/** Ids of the sections. People share links with them, so do not rename them. */
export const anchors = {
  services: 'xizmatlar',
  process: 'jarayon',
  about: 'biz-haqimizda',
  faq: 'faq',
  contact: 'aloqa',
} as const;

export const anchorAddress = (page: PageName, language: Language, anchor: keyof typeof anchors): string =>
  page === 'landing' ? `#${anchors[anchor]}` : pageAddress('/', language, anchors[anchor]);
