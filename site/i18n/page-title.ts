import type { PageName } from '#site/pages/names.ts';
import type { Texts } from './texts.ts';
import { translate } from './translate.ts';

export const pageTitle = (page: PageName, texts: Texts): string =>
  ({
    landing: translate(texts, 'meta.title'),
    privacy: translate(texts, 'meta.privacyTitle'),
    terms: translate(texts, 'meta.termsTitle'),
    'not-found': translate(texts, 'meta.notFoundTitle'),
  })[page];
