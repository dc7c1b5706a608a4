/** Visits are counted by the server, clicks by a beacon. Nothing is kept about a visitor. */

import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { clickPath } from '#contract/addresses.ts';
import { clickNames, failureNames } from '#contract/clicks.ts';
import { isLanguage } from '#contract/languages.ts';
import type { Db } from '#server/db/db.ts';
import type { Log } from '#server/runtime/log.ts';
import { optsOut, readAttribution } from './attribution.ts';
import { startCounting } from './counting.ts';
import { isRobot, visitOf } from './visits.ts';

// More than enough for the two campaign tags that the page sends.
const maxSize = 4096;

export function startStats({ db, log }: { db: Db; log: Log }) {
  const { count, stop } = startCounting(db, log);

  const routes = new Hono<{ Bindings: HttpBindings }>().post(
    clickPath,
    bodyLimit({ maxSize, onError: (c) => c.body(null, 413) }),
    async (c) => {
      const [typed, language, ...report] = (await c.req.text()).split(' ');
      const name = clickNames.find((each) => each === typed);
      const failure = failureNames.find((each) => each === typed);
      if (!name && !failure) return c.body(null, 400);
      const { headers } = c.env.incoming;
      if (optsOut(headers) || isRobot(headers)) return c.body(null, 204);
      if (failure) log.throttled.warn({ code: failure }, 'A page failed in someone’s browser');
      if (name)
        count({
          ...readAttribution(report.join(' '), headers),
          name,
          language: isLanguage(language) ? language : null,
        });
      return c.body(null, 204);
    },
  );

  return {
    routes,
    /** Call it after the page has been sent. */
    countVisit(request: IncomingMessage, status: number): void {
      const visit = visitOf(request, status);
      if (visit) count(visit);
    },
    stop,
  };
}
