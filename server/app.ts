import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { inboxApiPath, pressedPath } from '../contract/inbox.ts';
import { submissionErrors as codes, submissionPath } from '../contract/submission.ts';
import type { Figures } from './figures/figures.ts';
import { deliveriesHealth, health } from './health.ts';
import type { InboxApi } from './inbox/inbox.ts';
import { sparing } from './log.ts';
import { apiHeaders } from './pages/security-headers.ts';
import type { Channel } from './store/store.ts';
import { guardOrigin, type Origins } from './submissions/origin.ts';
import { Refusal } from './submissions/refusal.ts';
import { type SubmissionDependencies, submit } from './submissions/submit.ts';

type AppDependencies = SubmissionDependencies & {
  origins: Origins;
  siteUrl: string | null;
  /** The channels that are configured. */
  channels: readonly Channel[];
  /** Without it nobody counts clicks. */
  figures?: Pick<Figures, 'pressed'>;
  inbox?: InboxApi;
};

/** Everything the service answers besides the pages. */
export function createApp(dependencies: AppDependencies) {
  const headers = Object.entries(apiHeaders(dependencies.siteUrl ?? undefined));
  const log = sparing(dependencies.log);
  const app = new Hono<{ Bindings: HttpBindings }>();

  app.use(async (c, next) => {
    await next();
    for (const [name, value] of headers) c.header(name, value);
  });
  // Hono decodes a path and resolves its dots; like the pages, the API is only where its address says.
  app.use(async (c, next) => {
    const sent = c.env.incoming.url?.split('?', 1)[0];
    return sent === c.req.path ? next() : new Refusal(codes.invalidPath).response();
  });
  app.use('/rest/v1/*', guardOrigin(dependencies.origins));

  app.post(submissionPath, submit(dependencies));
  app.options(submissionPath, (c) => c.body(null, 204, { Allow: 'OPTIONS, POST' }));
  // Nobody reads or changes leads here: who may, does so in the inbox.
  app.all(submissionPath, () => new Refusal(codes.refused).response());
  app.all('/rest/v1/rpc/:function', () => new Refusal(codes.unknownFunction).response());
  app.all('/rest/v1/:table', () => new Refusal(codes.unknownTable).response());
  app.all('/rest/v1/*', () => new Refusal(codes.invalidPath).response());

  if (dependencies.figures) app.post(pressedPath, dependencies.figures.pressed);
  app.all(pressedPath, (c) => c.body(null, 405, { Allow: 'POST' }));

  if (dependencies.inbox) app.route(inboxApiPath, dependencies.inbox);
  app.get('/healthz', health(dependencies.store, dependencies.log));
  app.get('/healthz/deliveries', deliveriesHealth(dependencies.store, dependencies.channels));

  app.notFound((c) => c.text('Not found', 404));
  app.onError((error, c) => {
    log.error({ error: error.name }, 'Request failed');
    return c.text('Internal error', 500);
  });
  return app;
}
