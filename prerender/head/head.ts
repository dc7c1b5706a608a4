import { type Language, languageCodes, languages } from '#contract/languages.ts';
import { placeholderOrigin } from '#prerender/origin.ts';
import { manifestPath } from '#prerender/root-files/webmanifest.ts';
import { themeColour } from '#prerender/theme-colour.ts';
import { pageTitle } from '#site/i18n/page-title.ts';
import type { Texts } from '#site/i18n/texts.ts';
import { translate } from '#site/i18n/translate.ts';
import type { PageName } from '#site/pages/names.ts';
import { absoluteAddress, alternates, indexedPages } from './addresses.ts';
import { escapeMarkup, voidElement } from './markup.ts';
import { pageDescription } from './page-description.ts';
import { socialCardPath, socialCardSize } from './social-card-file.ts';

export const headTags = (page: PageName, language: Language, texts: Texts): string =>
  [
    `<title>${escapeMarkup(pageTitle(page, texts))}</title>`,
    ...(indexedPages.includes(page)
      ? [...searchTags(page, language, texts), ...sharingTags(page, language, texts)]
      : [noindex]),
    ...iconTags(language),
  ].join('');

export const errorHeadTags = (title: string): string =>
  [`<title>${escapeMarkup(title)}</title>`, noindex, ...iconTags('en')].join('');

const noindex = voidElement('meta', { name: 'robots', content: 'noindex' });

/** Yandex reads the languages of a page only from these links. */
const searchTags = (page: PageName, language: Language, texts: Texts) => [
  voidElement('meta', { name: 'description', content: pageDescription(page, texts) }),
  voidElement('link', { rel: 'canonical', href: absoluteAddress(page, language) }),
  ...alternates(page).map((link) => voidElement('link', { rel: 'alternate', ...link })),
];

/** For messengers, and for X, which has one tag of its own. */
function sharingTags(page: PageName, language: Language, texts: Texts) {
  const openGraph: [name: string, content: string | number][] = [
    ['type', 'website'],
    ['url', absoluteAddress(page, language)],
    ['title', pageTitle(page, texts)],
    ['description', pageDescription(page, texts)],
    ['locale', languages[language].openGraphLocale],
    ...languageCodes
      .filter((code) => code !== language)
      .map((code): [string, string] => ['locale:alternate', languages[code].openGraphLocale]),
    ['image', placeholderOrigin + socialCardPath(language)],
    ['image:type', 'image/png'],
    ['image:width', socialCardSize.width],
    ['image:height', socialCardSize.height],
    ['image:alt', `${translate(texts, 'hero.titleFirst')} ${translate(texts, 'hero.titleSecond')}`],
  ];
  return [
    ...openGraph.map(([name, content]) => voidElement('meta', { property: `og:${name}`, content })),
    voidElement('meta', { name: 'twitter:card', content: 'summary_large_image' }),
  ];
}

const iconTags = (language: Language) => [
  voidElement('meta', { name: 'theme-color', content: themeColour }),
  voidElement('link', { rel: 'icon', href: '/favicon.ico', sizes: '32x32' }),
  voidElement('link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }),
  voidElement('link', { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' }),
  voidElement('link', { rel: 'manifest', href: manifestPath(language) }),
];
