/** Security headers of the pages, the API, the inbox and the files for Netlify. */

/** What a document's policy has to allow. */
export type Needs = {
  /** Hashes of inline scripts and styles. */
  scripts?: readonly string[];
  styles?: readonly string[];
  dataImages?: boolean;
  /** Other origins the page may call: a hosted project. */
  connect?: readonly string[];
  /** Where forms may go besides the site: the visitor's mail program, on a static host. */
  formAction?: readonly string[];
  trustedTypes?: readonly string[];
  /** The inbox shows the page in a frame while it is edited. */
  frames?: boolean;
};

const onEveryAnswer = {
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Only names that Chromium knows: it warns about others in the console.
  'Permissions-Policy': ['camera', 'geolocation', 'microphone', 'payment', 'usb']
    .map((feature) => `${feature}=()`)
    .join(', '),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Without includeSubDomains: the provider's other subdomains may not have https. */
const stayOnHttps = { 'Strict-Transport-Security': 'max-age=31536000' };

/** For everything but documents. */
const closedPolicy = policy([
  ['default-src', "'none'"],
  ['base-uri', "'none'"],
  ['form-action', "'none'"],
  ['frame-ancestors', "'none'"],
]);

/** Without 'strict-dynamic': it makes browsers ignore 'self', which older WebViews need. */
function documentPolicy(needs: Needs, https: boolean): string {
  return policy([
    ['default-src', "'none'"],
    ['script-src', "'self'", ...quoted(needs.scripts)],
    ['style-src', "'self'", ...quoted(needs.styles)],
    ['img-src', "'self'", ...(needs.dataImages ? ['data:'] : [])],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...(needs.connect ?? [])],
    ['manifest-src', "'self'"],
    ...(needs.frames ? [['frame-src', "'self'"]] : []),
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

/** The API's answers may hold personal data: no cache keeps them. */
export function apiHeaders(siteUrl: string | null): Record<string, string> {
  return { ...securityHeaders(isHttps(siteUrl)), 'Cache-Control': 'no-store' };
}

/** The page in the inbox's editor: nothing in it runs, and only the inbox may frame it. */
export function editorHeaders(https: boolean, { styles }: Needs): Record<string, string> {
  return {
    ...securityHeaders(https),
    'Content-Security-Policy': policy([
      ['default-src', "'none'"],
      ['style-src', ...quoted(styles)],
      ['img-src', "'self'", 'data:'],
      ['font-src', "'self'"],
      ['base-uri', "'none'"],
      ['form-action', "'none'"],
      ['frame-ancestors', "'self'"],
    ]),
  };
}

export const isHttps = (siteUrl: string | null): boolean => siteUrl?.startsWith('https://') ?? false;

function policy(directives: string[][]): string {
  return directives.map((directive) => directive.join(' ')).join('; ');
}

function quoted(hashes: readonly string[] = []): string[] {
  return hashes.map((hash) => `'${hash}'`);
}
