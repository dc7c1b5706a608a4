import { placeholderOrigin } from '../origin.ts';

/**
 * Parameters that say where a visitor came from and change nothing on the page. Yandex leaves them out of the
 * addresses it keeps; `lang` must never be among them, or two of the three languages would vanish from its index.
 */
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
    // On a line of its own: the server leaves the line out as long as it does not know its own address.
    `Sitemap: ${placeholderOrigin}/sitemap.xml`,
    '',
  ].join('\n');
