import type { Texts } from '../../site/i18n/texts.ts';
import type { PageName } from '../../site/pages/names.ts';

export const pageDescription = (page: PageName, { meta }: Texts): string =>
  ({
    landing: meta.description,
    privacy: meta.privacyDescription,
    terms: meta.termsDescription,
    'not-found': '',
  })[page];
