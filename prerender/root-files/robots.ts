import { placeholderOrigin } from '#prerender/origin.ts';

/** Tells Yandex to ignore these parameters, but not `lang`: two languages would be missing from its index. */
const trackingParameters = [
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
    `Clean-param: ${trackingParameters.join('&')}`,
    '',
    `Sitemap: ${placeholderOrigin}/sitemap.xml`,
    '',
  ].join('\n');
