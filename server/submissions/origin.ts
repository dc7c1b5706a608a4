import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { submissionErrors as codes } from '#contract/submission.ts';
import { Refusal } from './refusal.ts';

export type Origins = { siteUrl: string | null; allowedOrigins: readonly string[] };

/** Keeps pages of other sites from posting through a visitor's browser. Programs send no Origin and may post. */
export const refuseForeignPages = ({ siteUrl, allowedOrigins }: Origins) =>
  createMiddleware(async (c, next) => {
    const origin = c.req.header('Origin');
    // Under some referrer policies our own page sends `Origin: null`.
    const isOwn = c.req.header('Sec-Fetch-Site') === 'same-origin';
    const own = siteUrl ?? originAt(c.req.header('Host'), origin);
    if (origin === undefined || isOwn || [own, ...allowedOrigins].includes(origin)) return next();
    return new Refusal(codes.refused, {
      status: 403,
      message:
        'This origin may not post here. To allow it, add it to ALLOWED_ORIGINS; behind a proxy, set SITE_URL',
    }).response();
  });

/** Behind a proxy that ends TLS the scheme is unknown here: take the page's. */
const originAt = (host: string | undefined, origin = '') =>
  URL.parse(`${/^https?:/.exec(origin)}//${host}`)?.origin;

export const allowOrigins = ({ allowedOrigins }: Origins) =>
  cors({
    origin: [...allowedOrigins],
    allowMethods: ['POST'],
    exposeHeaders: ['Retry-After'],
    // The most that Chromium accepts: two hours.
    maxAge: 7200,
  });
