/** Everything under `/inbox/api`. The answers are described in `contract/inbox.ts`. */
import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { Language } from '../../contract/languages.ts';
import { DatabaseUnavailable, type Db } from '../db/db.ts';
import { throttledLog, unexpectedError } from '../log.ts';
import type { Channel, Sender } from '../outbox/channel.ts';
import type { Outbox } from '../outbox/worker.ts';
import type { Site } from '../site/site.ts';
import { inboxAccess } from './access.ts';
import { healthRoutes } from './health-routes.ts';
import { leadRoutes } from './lead-routes.ts';
import { type InboxContext, type InboxEnv, refusal, requireName, requireSession } from './request.ts';
import { sessionRoutes, signInRoutes } from './session-routes.ts';
import { createSignIn } from './sign-in.ts';
import { siteRoutes } from './site-routes.ts';
import { statsRoutes } from './stats-routes.ts';

export type InboxOptions = {
  db: Db;
  config: {
    inbox: boolean;
    siteUrl: string | null;
    databaseUrl: string | null;
    dataDir: string;
    bot: { buttons: boolean } | null;
    language?: Language | undefined;
  };
  channels: readonly Channel[];
  senders: readonly Sender[];
  outbox: Pick<Outbox, 'wake'>;
  site: Site;
  /** One client, for limits. */
  clientOf(request: IncomingMessage): string;
  log: Logger;
};

const maxSize = 64 * 1024;

export function createInbox(options: InboxOptions) {
  const { db, config, channels, senders, outbox, log } = options;
  const signIn = createSignIn({ db, senders, log, language: config.language });
  const throttled = throttledLog(log);
  const report = (error: unknown) =>
    error instanceof DatabaseUnavailable
      ? throttled.error({ error: error.message }, 'Database unavailable, the inbox was refused')
      : throttled.error(unexpectedError(error), 'The inbox could not be answered');

  return (
    new Hono<InboxEnv>()
      .use(async (c, next) => {
        const access = inboxAccess(config, c.env.incoming);
        if (!access) return c.text('Not found', 404);
        c.set('access', access);
        await next();
        c.header('X-Robots-Tag', 'noindex');
      })
      // The cookie is SameSite=Strict, which does not stop pages of the site's own subdomains.
      .use(csrf({ origin: (origin, c: InboxContext) => origin === c.get('access').origin }))
      .use(bodyLimit({ maxSize, onError: (c) => c.json(refusal('invalid'), 413, { Connection: 'close' }) }))
      .route('/', signInRoutes({ db, signIn, clientOf: options.clientOf, log }))
      // From here on strangers get the same answer to everything.
      .use(requireSession(db))
      .route('/', sessionRoutes(db))
      .use(requireName)
      .route('/', leadRoutes({ db, channels, hasBot: config.bot !== null, wake: outbox.wake, log }))
      .route('/', statsRoutes(db, config.siteUrl))
      .route('/', healthRoutes({ db, channels, senders, outbox, ...config }))
      .route('/', siteRoutes(db, options.site, log))
      .all('*', (c) => c.json(refusal('gone'), 404))
      .onError((error, c) => {
        if (error instanceof v.ValiError) return c.json(refusal('invalid'), 400);
        if (error instanceof HTTPException)
          return error.status === 403 ? c.json(refusal('foreign'), 403) : c.json(refusal('invalid'), 400);
        report(error);
        return error instanceof DatabaseUnavailable
          ? c.json(refusal('unavailable'), 503, { 'Retry-After': '5' })
          : c.json(refusal('unavailable'), 500);
      })
  );
}
