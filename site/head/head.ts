import type { Language } from '../i18n/languages.ts';
import { pageTitle } from '../i18n/page-title.ts';
import type { Texts } from '../i18n/texts.ts';
import type { PageName } from '../pages/names.ts';

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The tags of a page's head, in one language. */
export function headTags(page: PageName, _language: Language, texts: Texts): string {
  return [
    `<title>${escapeHtml(pageTitle(page, texts))}</title>`,
    '<meta name="theme-color" content="#0b1b3f">',
  ].join('');
}
