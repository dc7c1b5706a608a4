import type { PageName } from '../pages/names.ts';
import type { Texts } from './texts.ts';

export const pageTitle = (page: PageName, { meta }: Texts): string =>
  ({
    landing: meta.title,
    privacy: meta.privacyTitle,
    terms: meta.termsTitle,
    'not-found': meta.notFoundTitle,
  })[page];
