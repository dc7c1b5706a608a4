/** Counts visits when the landing page was answered, and clicks by a beacon. Keeps nothing about a visitor. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { clickNames, clickPath } from '../../contract/inbox.ts';
import { isLanguage } from '../../contract/languages.ts';
import type { Db } from '../db/db.ts';
import type { Log } from '../outbox/channel.ts';
import { readArrival } from './arrival.ts';
import { startCounting } from './counting.ts';
import { isLanding, isRobot, optsOut, visitOf } from './visits.ts';

/** A name, a language, and what `X-Arrival` may hold. */
const bodyLimitBytes = 1024;

type Dependencies = {
  db: Db;
  siteUrl: string | null;
  /** Whether a request comes from a page of this site. */
  isOwnPage: (header: (name: string) => string | undefined, siteUrl: string | null) => boolean;
  log: Log;
};

export function startStats({ db, siteUrl, isOwnPage, log }: Dependencies) {
  const siteHost = siteUrl && new URL(siteUrl).host;
  const counting = startCounting(db, log);

  const routes = new Hono<{ Bindings: HttpBindings }>()
    .post(clickPath, bodyLimit({ maxSize: bodyLimitBytes }), async (c) => {
      if (!isOwnPage((name) => c.req.header(name), siteUrl)) return c.body(null, 403);
      const [typed, language, ...arrival] = (await c.req.text()).split(' ');
      const name = clickNames.find((each) => each === typed);
      if (!name) return c.body(null, 400);
      const { headers } = c.env.incoming;
      if (!optsOut(headers) && !isRobot(headers))
        counting.count({
          ...readArrival(arrival.join(' '), headers),
          ...{ name, language: isLanguage(language) ? language : null },
        });
      return c.body(null, 204);
    })
    .all(clickPath, (c) => c.body(null, 405, { Allow: 'POST' }));

  return {
    routes,
    /** Call it when the pages have answered. */
    answered(request: IncomingMessage, response: ServerResponse): void {
      if (!isLanding(request.url)) return;
      const visit = visitOf(request, response.statusCode, siteHost);
      if (visit) counting.count(visit);
    },
    flush: counting.flush,
    stop: counting.stop,
  };
}
