/** Everything under `/inbox/api`. The answers are described in `contract/inbox.ts`. */

import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import * as v from 'valibot';
import { DatabaseUnavailable } from '#server/db/db.ts';
import { errorDetails } from '#server/runtime/log.ts';
import { inboxAccess } from './access.ts';
import { healthRoutes } from './health-routes.ts';
import { leadRoutes } from './lead-routes.ts';
import type { InboxContext, InboxEnv, InboxOptions } from './options.ts';
import { isRead, refusal, requireName, requireSession } from './request.ts';
import { sessionRoutes, signInRoutes } from './session-routes.ts';
import { siteRoutes } from './site-routes.ts';
import { statsRoutes } from './stats-routes.ts';

const maxSize = 64 * 1024;

export function createInbox(options: InboxOptions) {
  const { db, config, log } = options;

  return (
    new Hono<InboxEnv>()
      .use(async (c, next) => {
        const access = inboxAccess(config, c.env.incoming);
        if (!access) return c.notFound();
        c.set('access', access);
        await next();
        c.header('X-Robots-Tag', 'noindex');
      })
      // SameSite=Strict cookies do not stop pages of the site's own subdomains.
      .use(async (c, next) => (isRead(c) || isFromInbox(c) ? next() : c.json(refusal('cross-site'), 403)))
      .use(bodyLimit({ maxSize, onError: (c) => c.json(refusal('invalid'), 413) }))
      .route('/', signInRoutes(options))
      // Strangers get the same answer to everything below.
      .use(requireSession(db))
      .route('/', sessionRoutes(db))
      .use(requireName)
      .route('/', leadRoutes(options))
      .route('/', statsRoutes(options))
      .route('/', healthRoutes(options))
      .route('/', siteRoutes(options))
      .all('*', (c) => c.json(refusal('not-found'), 404))
      .onError((error, c) => {
        if (error instanceof HTTPException || error instanceof v.ValiError)
          return c.json(refusal('invalid'), 400);
        if (error instanceof DatabaseUnavailable) {
          log.throttled.error(
            { error: error.message },
            'Database unavailable, a request from the inbox was refused',
          );
          return c.json(refusal('unavailable'), 503, { 'Retry-After': '5' });
        }
        log.throttled.error(errorDetails(error), 'A request from the inbox failed');
        return c.json(refusal('unavailable'), 500);
      })
  );
}

/** Some programs and old browsers send only one of the two. */
const isFromInbox = (c: InboxContext) =>
  c.req.header('Origin') === c.get('access').origin || c.req.header('Sec-Fetch-Site') === 'same-origin';
