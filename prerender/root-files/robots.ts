import { placeholderOrigin } from '../origin.ts';

/** Yandex leaves these parameters out of the addresses it keeps. `lang` would remove two languages from its index. */
const originParameters = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_referrer',
  'fbclid',
  'gclid',
  'yclid',
  'ysclid',
];

export const robots = (): string =>
  [
    'User-agent: *',
    'Disallow: /rest/',
    `Clean-param: ${originParameters.join('&')}`,
    '',
    `Sitemap: ${placeholderOrigin}/sitemap.xml`,
    '',
  ].join('\n');
