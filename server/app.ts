import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { clickPath, inboxApiPath } from '../contract/inbox.ts';
import { submissionErrors as codes, submissionPath } from '../contract/submission.ts';
import type { Db } from './db/db.ts';
import { deliveriesHealth, health } from './health.ts';
import { throttledLog, unexpectedError } from './log.ts';
import type { Channel } from './outbox/channel.ts';
import { apiHeaders } from './pages/security-headers.ts';
import { allowOrigins, type Origins, refuseForeignPages } from './submissions/origin.ts';
import { Refusal } from './submissions/refusal.ts';
import { type SubmissionOptions, submit } from './submissions/submit.ts';

type Env = { Bindings: HttpBindings };
type AppDependencies = {
  db: Db;
  /** Throws unless a lead could be stored now. */
  checkWritable(): Promise<void>;
  channels: readonly Channel[];
  origins: Origins;
  submissions: Omit<SubmissionOptions, 'log'>;
  /** Takes the clicks. */
  stats: Hono<Env>;
  // biome-ignore lint/suspicious/noExplicitAny: the inbox has variables of its own.
  inbox: Hono<any, any, any>;
  log: SubmissionOptions['log'];
};

/** Everything the service answers besides the pages. */
export function createApp({
  db,
  checkWritable,
  channels,
  origins,
  submissions,
  stats,
  inbox,
  log,
}: AppDependencies) {
  const headers = Object.entries(apiHeaders(origins.siteUrl ?? undefined));
  const throttled = throttledLog(log);
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    await next();
    for (const [name, value] of headers) c.header(name, value);
  });
  // Hono decodes a path and resolves its dots; the API is only where its address says.
  app.use((c, next) =>
    c.env.incoming.url?.split('?', 1)[0] === c.req.path ? next() : Promise.resolve(c.notFound()),
  );

  const foreignPages = refuseForeignPages(origins);
  app.use('/rest/v1/*', foreignPages, allowOrigins(origins));
  app.post(submissionPath, ...submit({ ...submissions, log }));
  // Leads are read and changed in the inbox only.
  app.all(submissionPath, () => new Refusal(codes.refused).response());
  app.all('/rest/v1/*', () => new Refusal(codes.unknownTable).response());

  app.use(clickPath, foreignPages);
  app.route('/', stats);
  app.route(inboxApiPath, inbox);
  app.get('/healthz', health(checkWritable, log));
  app.get('/healthz/deliveries', deliveriesHealth(db, channels));

  app.notFound((c) => c.text('Not found', 404));
  app.onError((error, c) => {
    // The connection broke while the body was read: nobody gets an answer.
    if (c.env.incoming.errored) return c.body(null, 400);
    throttled.error(unexpectedError(error), 'Request failed');
    return c.text('Internal error', 500);
  });
  return app;
}

/** The paths of this app besides the inbox's. */
export const isApiPath = (path: string): boolean =>
  path === '/rest' ||
  path.startsWith('/rest/') ||
  ['/click', '/healthz', '/healthz/deliveries'].includes(path);
