import { defaultLanguage, type Language } from '#contract/languages.ts';
import { pageAddress } from '#contract/page-address.ts';
import { themeColour } from '#prerender/theme-colour.ts';
import type { Texts } from '#site/i18n/texts.ts';
import { translate } from '#site/i18n/translate.ts';

/** One per language: on a home screen the Russian page has a Russian name and opens in Russian. */
export const manifestPath = (language: Language): string =>
  language === defaultLanguage ? '/site.webmanifest' : `/site.${language}.webmanifest`;

/** There is no product name, so a descriptive phrase takes its place. */
export const webManifest = (language: Language, texts: Texts): string =>
  JSON.stringify({
    name: translate(texts, 'footer.description'),
    short_name: translate(texts, 'nav.destinations'),
    description: translate(texts, 'meta.description'),
    lang: language,
    start_url: pageAddress('/', language),
    // The page links to other sites; without the browser's bar there would be no way back.
    display: 'browser',
    background_color: themeColour,
    theme_color: themeColour,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      ...[192, 512].flatMap((size) => [
        { src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' },
        {
          src: `/icon-maskable-${size}.png`,
          sizes: `${size}x${size}`,
          type: 'image/png',
          purpose: 'maskable',
        },
      ]),
    ],
  });
