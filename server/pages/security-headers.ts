/**
 * The headers every answer carries, in one table: the pages, the API and the files for Netlify
 * (scripts/build/netlify.ts) all take them from here.
 */

/** What a document needs allowed; whatever is not named here stays forbidden. */
export type Needs = {
  /** CSP hashes of the inline scripts and styles, as `inlineNeeds` finds them. */
  scripts?: readonly string[];
  styles?: readonly string[];
  dataImages?: boolean;
  /** Other origins the page's script may call: the hosted project, when the site is built for one. */
  connect?: readonly string[];
  /** Where forms may go beside the site itself: to the visitor's mail program, where there is no server. */
  formAction?: readonly string[];
  trustedTypes?: readonly string[];
};

const onEveryAnswer = {
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Only names Chromium knows: an unknown one is a warning in every visitor's console.
  'Permissions-Policy': [
    'accelerometer',
    'camera',
    'display-capture',
    'geolocation',
    'gyroscope',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'publickey-credentials-get',
    'screen-wake-lock',
    'usb',
    'xr-spatial-tracking',
  ]
    .map((feature) => `${feature}=()`)
    .join(', '),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * A year, without includeSubDomains: the provider's other subdomains are not ours to lock to https.
 * Sent only when the site's own address is https; on a plain http address browsers would ignore it.
 */
const stayOnHttps = { 'Strict-Transport-Security': 'max-age=31536000' };

/** For what is no document: data, images, redirects, the API. */
const closedPolicy = policy([
  ['default-src', "'none'"],
  ['base-uri', "'none'"],
  ['form-action', "'none'"],
  ['frame-ancestors', "'none'"],
]);

/**
 * No 'strict-dynamic': it would make current browsers forget 'self', which the WebViews that do not know the
 * keyword need, and every script of the site is a file of its own origin anyway.
 */
function documentPolicy(needs: Needs, https: boolean): string {
  return policy([
    ['default-src', "'none'"],
    ['script-src', "'self'", ...quoted(needs.scripts)],
    ['style-src', "'self'", ...quoted(needs.styles)],
    ['img-src', "'self'", ...(needs.dataImages ? ['data:'] : [])],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...(needs.connect ?? [])],
    ['manifest-src', "'self'"],
    ['form-action', "'self'", ...(needs.formAction ?? [])],
    ['base-uri', "'none'"],
    ['frame-ancestors', "'none'"],
    ['object-src', "'none'"],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', ...(needs.trustedTypes?.length ? needs.trustedTypes : ["'none'"])],
    ...(https ? [['upgrade-insecure-requests']] : []),
  ]);
}

export function securityHeaders(https: boolean, document?: Needs): Record<string, string> {
  return {
    'Content-Security-Policy': document ? documentPolicy(document, https) : closedPolicy,
    ...onEveryAnswer,
    ...(https ? stayOnHttps : {}),
  };
}

/** For the API's answers, which may hold what concerns one visitor only: no cache keeps them. */
export function apiHeaders(siteUrl?: string): Record<string, string> {
  return { ...securityHeaders(isHttps(siteUrl)), 'Cache-Control': 'no-store' };
}

/** For everything of the inbox: besides, no search engine shows that it is there. */
export function inboxHeaders(siteUrl: string | undefined, document?: Needs): Record<string, string> {
  return { ...securityHeaders(isHttps(siteUrl), document), 'X-Robots-Tag': 'noindex' };
}

export function isHttps(siteUrl: string | undefined): boolean {
  return siteUrl?.startsWith('https://') ?? false;
}

function policy(directives: string[][]): string {
  return directives.map((directive) => directive.join(' ')).join('; ');
}

function quoted(hashes: readonly string[] = []): string[] {
  return hashes.map((hash) => `'${hash}'`);
}
