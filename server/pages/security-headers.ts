/** Sources that the Content-Security-Policy of a document allows. */
export type CspSources = {
  /** Hashes of inline scripts and styles. */
  scripts?: readonly string[];
  styles?: readonly string[];
  dataImages?: boolean;
  /** Other origins the page may call. */
  connect?: readonly string[];
  /** Targets of forms besides the site: `mailto:` on a static site. */
  formAction?: readonly string[];
  /** The inbox shows the page in a frame while it is edited. */
  containsFrames?: boolean;
};

const commonHeaders = {
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Chromium warns about names it does not know.
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Without includeSubDomains: the business's other subdomains may not have https. */
const hsts = { 'Strict-Transport-Security': 'max-age=31536000' };

/** For everything except documents. */
const closedPolicy = policy([
  ['default-src', "'none'"],
  ['base-uri', "'none'"],
  ['form-action', "'none'"],
  ['frame-ancestors', "'none'"],
]);

/** Without 'strict-dynamic': it makes browsers ignore 'self', which older WebViews need. */
function documentPolicy(sources: CspSources, https: boolean): string {
  return policy([
    ['default-src', "'none'"],
    ['script-src', "'self'", ...quoted(sources.scripts)],
    ['style-src', "'self'", ...quoted(sources.styles)],
    ['img-src', "'self'", ...(sources.dataImages ? ['data:'] : [])],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...(sources.connect ?? [])],
    ['manifest-src', "'self'"],
    ...(sources.containsFrames ? [['frame-src', "'self'"]] : []),
    ['form-action', "'self'", ...(sources.formAction ?? [])],
    ['base-uri', "'none'"],
    ['frame-ancestors', "'none'"],
    ['object-src', "'none'"],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', "'none'"],
    ...(https ? [['upgrade-insecure-requests']] : []),
  ]);
}

export function securityHeaders(https: boolean, document?: CspSources): Record<string, string> {
  return {
    'Content-Security-Policy': document ? documentPolicy(document, https) : closedPolicy,
    ...commonHeaders,
    ...(https ? hsts : {}),
  };
}

export function apiHeaders(siteUrl: string | null): Record<string, string> {
  return { ...securityHeaders(isHttps(siteUrl)), 'Cache-Control': 'no-store' };
}

/** For the page in the inbox's editor, which runs no script. */
export function editorHeaders(https: boolean, { styles }: CspSources): Record<string, string> {
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
