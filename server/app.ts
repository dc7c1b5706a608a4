import type { IncomingMessage, RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { routePath } from 'hono/route';
import { clickPath, deliveriesHealthPath, healthPath, inboxApiPath, restPath } from '#contract/addresses.ts';
import type { Config } from './config/config.ts';
import { DatabaseUnavailable } from './db/db.ts';
import { createInbox } from './inbox/inbox.ts';
import type { InboxOptions } from './inbox/options.ts';
import type { Pages } from './pages/pages.ts';
import { apiHeaders } from './pages/security-headers.ts';
import { errorDetails, type Log } from './runtime/log.ts';
import { createRateLimit } from './runtime/rate-limit.ts';
import type { Site } from './site/site.ts';
import type { startStats } from './stats/stats.ts';
import { clientAddress, clientKey, isUntrustedProxy, trustedProxies } from './submissions/client-address.ts';
import { allowOrigins, refuseForeignPages } from './submissions/origin.ts';
import { submissionRoutes } from './submissions/submissions.ts';
import { deliveriesHealth, health } from './upkeep/health.ts';

type Background = Pick<InboxOptions, 'db' | 'channels' | 'senders' | 'wake' | 'checkDatabase'>;
type Rooms = { site: Site; stats: ReturnType<typeof startStats>; pages: Pages };

/** Requests that take longer are logged. */
const slowMs = 1000;

/** All addresses: the files of the site, the routes of the API, and for everything else what `pages` makes of it. */
export function createListener(
  config: Config,
  { db, channels, senders, wake, checkDatabase }: Background,
  { site, stats, pages }: Rooms,
  log: Log,
): RequestListener {
  const headers = apiHeaders(config.siteUrl);
  const proxies = trustedProxies(config.trustedProxies);
  const clientOf = (request: IncomingMessage) => {
    if (isUntrustedProxy(request, proxies))
      log.throttled.warn({}, 'A proxy is not in TRUSTED_PROXIES: its visitors share one rate limit');
    return clientKey(clientAddress(request, proxies));
  };
  const app = new Hono<{ Bindings: HttpBindings }>();

  app.use(async (c, next) => {
    const start = performance.now();
    await next();
    const ms = Math.round(performance.now() - start);
    if (ms > slowMs)
      log.throttled.warn({ code: `${c.req.method} ${routePath(c)}`, ms }, 'A request was slow');
    if (c.env.outgoing.headersSent) return;
    // The page in the inbox's editor sets its own policy.
    for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.header(name, value);
  });
  // A host such as 927.0.0.1, which only later steps would parse.
  app.use(async (c, next) => (URL.canParse(c.req.url) ? next() : c.body(null, 400)));
  // Hono decodes paths and resolves dots. Only literal paths match.
  app.use(async (c, next) => (c.env.incoming.url?.split('?', 1)[0] === c.req.path ? next() : c.notFound()));

  const foreignPages = refuseForeignPages(config);
  app.use(`${restPath}/*`, foreignPages, allowOrigins(config));
  const rateLimit = createRateLimit(config.rateLimit ?? { points: Number.MAX_SAFE_INTEGER, seconds: 1 });
  app.route('/', submissionRoutes({ db, log, clientOf, rateLimit, onLeadStored: wake }));

  app.use(clickPath, foreignPages);
  app.route('/', stats.routes);
  app.route(
    inboxApiPath,
    createInbox({ db, channels, senders, wake, checkDatabase, site, log, config, clientOf }),
  );
  app.get(healthPath, health(checkDatabase, log.throttled));
  app.get(deliveriesHealthPath, deliveriesHealth(db, channels));

  app.notFound(({ env: { incoming, outgoing } }) => {
    pages.send(incoming, outgoing);
    stats.countVisit(incoming, outgoing.statusCode);
    return RESPONSE_ALREADY_SENT;
  });
  app.onError((error, c) => {
    // The connection broke while the body was read.
    if (c.env.incoming.errored) return c.body(null, 400);
    if (error instanceof DatabaseUnavailable) return c.text('the database is not available', 503);
    log.throttled.error(errorDetails(error), 'Request failed');
    return c.text('Internal error', 500);
  });
  const api = getRequestListener(app.fetch, {
    // For requests without a Host header, such as HAProxy's health checks over HTTP/1.0.
    hostname: 'localhost',
    // For requests that cannot be parsed, such as one with a backslash in the address.
    errorHandler: (error) =>
      new Response(null, { status: error instanceof RequestError ? 400 : 500, headers }),
  });
  return (request, response) => {
    if (pages.sendFile(request, response)) stats.countVisit(request, response.statusCode);
    else void api(request, response);
  };
}
