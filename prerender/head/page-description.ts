import type { Texts } from '#site/i18n/texts.ts';
import { translate } from '#site/i18n/translate.ts';
import type { PageName } from '#site/pages/names.ts';

export const pageDescription = (page: PageName, texts: Texts): string =>
  ({
    landing: translate(texts, 'meta.description'),
    privacy: translate(texts, 'meta.privacyDescription'),
    terms: translate(texts, 'meta.termsDescription'),
    'not-found': '',
  })[page];
