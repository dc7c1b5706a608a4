import type { SiteUrl } from '#prerender/head/addresses.ts';

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

export const robots = (siteUrl: SiteUrl): string =>
  [
    'User-agent: *',
    'Disallow: /rest/',
    `Clean-param: ${trackingParameters.join('&')}`,
    '',
    ...(siteUrl ? [`Sitemap: ${siteUrl}/sitemap.xml`, ''] : []),
  ].join('\n');
