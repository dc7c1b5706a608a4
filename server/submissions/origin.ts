import { createMiddleware } from 'hono/factory';
import { submissionErrors as codes } from '../../contract/submission.ts';
import { Refusal } from './refusal.ts';

/** Chromium remembers a preflight for two hours at most. */
const preflightSeconds = 7200;

export type Origins = { siteUrl: string | null; allowedOrigins: readonly string[] };

/** Keeps other sites' pages from posting through their visitors' browsers. Programs send no Origin and may post. */
export function guardOrigin({ siteUrl, allowedOrigins }: Origins) {
  return createMiddleware(async (c, next) => {
    const origin = c.req.header('Origin');
    if (origin === undefined) return next();
    const own = isOwnPage((name) => c.req.header(name), siteUrl);
    if (own && c.req.method !== 'OPTIONS') return next();

    if (!own && !allowedOrigins.includes(origin)) {
      return new Refusal(codes.refused, {
        status: 403,
        message: 'This origin may not post here',
        hint: 'The operator names other origins in ALLOWED_ORIGINS, and the own one in SITE_URL behind a proxy',
        headers: { Vary: 'Origin' },
      }).response();
    }
    const answer = { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' };
    if (c.req.method === 'OPTIONS' && c.req.header('Access-Control-Request-Method')) {
      return c.body(null, 204, {
        ...answer,
        'Access-Control-Allow-Methods': 'POST',
        'Access-Control-Allow-Headers': c.req.header('Access-Control-Request-Headers') ?? '',
        'Access-Control-Max-Age': String(preflightSeconds),
      });
    }
    await next();
    for (const [name, value] of Object.entries(answer)) c.header(name, value);
    c.header('Access-Control-Expose-Headers', 'Retry-After');
  });
}

/** False also for programs, which name no origin. */
export function isOwnPage(header: (name: string) => string | undefined, siteUrl: string | null): boolean {
  // Under some referrer policies our own page sends `Origin: null`; this header settles it.
  if (header('Sec-Fetch-Site') === 'same-origin') return true;
  return isOwn(header('Origin') ?? '', header('Host'), siteUrl);
}

/** Behind a proxy that ends TLS the scheme is not known here, so the host decides. */
function isOwn(origin: string, host: string | undefined, siteUrl: string | null): boolean {
  if (origin === siteUrl) return true;
  const parsed = URL.parse(origin);
  return (
    parsed !== null && host !== undefined && parsed.host === URL.parse(`${parsed.protocol}//${host}`)?.host
  );
}
