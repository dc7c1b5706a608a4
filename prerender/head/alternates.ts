import { defaultLanguage, type Language, languageCodes } from '../../contract/languages.ts';
import { localAddress } from '../../site/i18n/addresses.ts';
import { type PageName, pagePaths } from '../../site/pages/names.ts';
import { placeholderOrigin } from '../origin.ts';

/** A page as the outside world asks for it. */
export const absoluteAddress = (page: PageName, language: Language, anchor?: string): string =>
  placeholderOrigin + localAddress(pagePaths[page], language, anchor);

/** A page in all its languages; `x-default`, for everyone else, is the one whose address names none. */
export const alternates = (page: PageName): { hreflang: string; href: string }[] => [
  ...languageCodes.map((code) => ({ hreflang: code, href: absoluteAddress(page, code) })),
  { hreflang: 'x-default', href: absoluteAddress(page, defaultLanguage) },
];

/** The pages search engines are invited to. */
export const findablePages: readonly PageName[] = ['landing', 'privacy', 'terms'];
