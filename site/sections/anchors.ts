import type { Language } from '../../contract/languages.ts';
import { localAddress } from '../i18n/addresses.ts';
import type { PageName } from '../pages/names.ts';

/** The sections' ids, as they stand in addresses people have already shared. */
export const anchors = {
  services: 'xizmatlar',
  process: 'jarayon',
  about: 'biz-haqimizda',
  faq: 'faq',
  contact: 'aloqa',
} as const;

/** A section's address: on the landing page only its anchor, elsewhere the page as well. */
export const anchorAddress = (page: PageName, language: Language, anchor: keyof typeof anchors): string =>
  page === 'landing' ? `#${anchors[anchor]}` : localAddress('/', language, anchors[anchor]);
