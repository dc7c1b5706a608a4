/** Counting, as the service uses it: visits when a page was answered, clicks by a route of their own. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { type ClickName, clickNames } from '../../contract/inbox.ts';
import type { Config } from '../config.ts';
import type { Log } from '../deliveries/channel.ts';
import { remembering } from '../remembering.ts';
import type { Store } from '../store/store.ts';
import { readBody } from '../submissions/body.ts';
import { pageLanguage } from '../submissions/circumstances.ts';
import { clientAddress, clientKey, trustedProxies } from '../submissions/client-address.ts';
import { isOwnPage } from '../submissions/origin.ts';
import { Refusal } from '../submissions/refusal.ts';
import { createAllowance, createNameAllowance } from './allowance.ts';
import { readArrival } from './arrival.ts';
import { type Counted, type Counting, startCounting } from './counting.ts';
import { asksNotToBeFollowed, isLanding, isRobot, visitOf } from './visits.ts';

/** One person reads, looks again and presses a few things; behind one address of a mobile carrier there are many. */
const countsPerSubmission = 30;

/** A link of the provider's own needs none of them: who made a tag by hand comes with one or two. */
const namesPerDay = 5;

/** A name, a language, and what `X-Arrival` may hold. */
const bodyLimitBytes = 1024;
const bodyDeadlineMs = 5000;

export type Figures = Pick<Counting, 'write'> & {
  /** To be called when the pages have answered. */
  answered(request: IncomingMessage, response: ServerResponse): void;
  /** Takes a beacon. Nobody reads the answer: whatever is not counted is answered like what is. */
  pressed(c: Context<{ Bindings: HttpBindings }>): Promise<Response>;
  stop(): Promise<void>;
};

type FiguresDependencies = {
  store: Store;
  config: Pick<Config, 'siteUrl' | 'rateLimit' | 'trustedProxies'>;
  log: Log;
};

export function createFigures({ store, config, log }: FiguresDependencies): Figures {
  const { siteUrl, rateLimit } = config;
  const siteHost = siteUrl && new URL(siteUrl).host;
  const proxies = trustedProxies(config.trustedProxies);
  const mayCount = rateLimit
    ? createAllowance({ ...rateLimit, points: rateLimit.points * countsPerSubmission })
    : () => true;
  const counting = startCounting(
    store.figures,
    log,
    rateLimit ? { mayName: createNameAllowance(namesPerDay) } : {},
  );

  function count(request: IncomingMessage, counted: Counted): void {
    const client = rateLimit ? clientOf(request) : '';
    if (mayCount(client)) counting.count(counted, client);
  }

  // What it takes to tell whose an address is would be the most of counting. Kept no longer than the limit keeps it.
  const clientAt = remembering(
    (way) => {
      // An address has no bar; what a stranger claims may have any number of them.
      const [address = '', ...forwarded] = way.split('|');
      return clientKey(clientAddress(address, forwarded.join('|'), proxies));
    },
    (rateLimit?.seconds ?? 0) * 1000,
  );
  const clientOf = ({ headers, socket }: IncomingMessage) => {
    const { remoteAddress: address = '' } = socket;
    const forwarded = headers['x-forwarded-for'];
    return clientAt(forwarded ? `${address}|${forwarded}` : address);
  };

  return {
    answered(request, response) {
      // Files are the most of what is answered.
      if (!isLanding(request.url)) return;
      try {
        const visit = visitOf(request, response.statusCode, siteHost);
        if (visit) count(request, visit);
      } catch (error) {
        // Whatever a stranger may have thought of: a visit is not worth the process.
        log.error({ error: String(error) }, 'A visit could not be counted');
      }
    },

    async pressed(c) {
      const { incoming } = c.env;
      if (!isOwnPage((name) => c.req.header(name), siteUrl)) return c.body(null, 403);
      let body: Buffer;
      try {
        body = await readBody(incoming, bodyDeadlineMs, bodyLimitBytes);
      } catch (error) {
        return error instanceof Refusal ? c.body(null, 413, error.headers) : c.body(null, 408);
      }
      const [name, language = '', ...arrival] = body.toString('latin1').split(' ');
      const known = clickNames.find((each): each is ClickName => each === name);
      if (!known) return c.body(null, 400);
      if (!asksNotToBeFollowed(incoming.headers) && !isRobot(incoming.headers)) {
        count(incoming, {
          ...readArrival(arrival.join(' '), incoming.headers),
          name: known,
          language: pageLanguage(language),
        });
      }
      return c.body(null, 204);
    },

    write: counting.write,
    stop: counting.stop,
  };
}
