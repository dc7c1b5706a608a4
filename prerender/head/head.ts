import { type Language, languageCodes, languages } from '#contract/languages.ts';
import { type PageName, pages } from '#contract/pages.ts';
import { manifestPath } from '#prerender/root-files/webmanifest.ts';
import { themeColour } from '#prerender/theme-colour.ts';
import type { Texts } from '#site/i18n/texts.ts';
import { translate } from '#site/i18n/translate.ts';
import { absoluteAddress, alternates, indexedPages, type SiteUrl } from './addresses.ts';
import { escapeMarkup, voidElement } from './markup.ts';
import { socialCardPath, socialCardSize } from './social-card-file.ts';

export const headTags = (page: PageName, language: Language, texts: Texts, siteUrl: SiteUrl): string =>
  [
    `<title>${escapeMarkup(translate(texts, pages[page].title))}</title>`,
    ...(indexedPages.includes(page)
      ? [...searchTags(page, language, texts, siteUrl), ...sharingTags(page, language, texts, siteUrl)]
      : [noindex]),
    ...iconTags(language),
  ].join('');

export const errorHeadTags = (title: string): string =>
  [`<title>${escapeMarkup(title)}</title>`, noindex, ...iconTags('en')].join('');

const noindex = voidElement('meta', { name: 'robots', content: 'noindex' });

/** Yandex reads the languages of a page only from these links. */
const searchTags = (page: PageName, language: Language, texts: Texts, siteUrl: SiteUrl) => [
  voidElement('meta', { name: 'description', content: descriptionOf(page, texts) }),
  ...(siteUrl
    ? [
        voidElement('link', { rel: 'canonical', href: absoluteAddress(siteUrl, page, language) }),
        ...alternates(siteUrl, page).map((link) => voidElement('link', { rel: 'alternate', ...link })),
      ]
    : []),
];

/** For messengers, and for X, which has one tag of its own. */
function sharingTags(page: PageName, language: Language, texts: Texts, siteUrl: SiteUrl) {
  const openGraph: [name: string, content: string | number][] = [
    ['type', 'website'],
    ...(siteUrl ? [['url', absoluteAddress(siteUrl, page, language)] as [string, string]] : []),
    ['title', translate(texts, pages[page].title)],
    ['description', descriptionOf(page, texts)],
    ['locale', languages[language].openGraphLocale],
    ...languageCodes
      .filter((code) => code !== language)
      .map((code): [string, string] => ['locale:alternate', languages[code].openGraphLocale]),
    ...(siteUrl ? [['image', siteUrl + socialCardPath(language)] as [string, string]] : []),
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

export const descriptionOf = (page: PageName, texts: Texts): string =>
  translate(texts, pages[page].description ?? '', '');

const iconTags = (language: Language) => [
  voidElement('meta', { name: 'theme-color', content: themeColour }),
  voidElement('link', { rel: 'icon', href: '/favicon.ico', sizes: '32x32' }),
  voidElement('link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }),
  voidElement('link', { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' }),
  voidElement('link', { rel: 'manifest', href: manifestPath(language) }),
];
