/** Everything under `/inbox/api`; what it answers is agreed on in `contract/inbox.ts`. */
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Deliveries } from '../deliveries/deliveries.ts';
import type { Leads } from '../leads/leads.ts';
import { sparing, unforeseen } from '../log.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';
import { trustedProxies } from '../submissions/client-address.ts';
import { createRateLimit } from '../submissions/rate-limit.ts';
import { doorRoutes } from './door.ts';
import { createEntrance } from './entrance.ts';
import { healthRoutes } from './health.ts';
import { leadRoutes } from './leads.ts';
import { linkRoutes } from './links.ts';
import { createLive } from './live.ts';
import { meRoutes } from './me.ts';
import {
  type InboxEnv,
  onlyFromOwnPage,
  onlyNamedChange,
  onlySignedIn,
  onlyWhereEntered,
  refusal,
} from './request.ts';
import { codesPerHour, codesPerHourEach, createSignIn } from './sign-in.ts';

type Dependencies = {
  config: Config;
  store: Store;
  leads: Leads;
  deliveries: Pick<Deliveries, 'senders' | 'worked'>;
  log: Logger;
};

export type Inbox = ReturnType<typeof createInbox>;
export type InboxApi = Inbox['api'];

export function createInbox({ config, store, leads, deliveries, log }: Dependencies) {
  const { senders } = deliveries;
  const limits = {
    all: createRateLimit(codesPerHour, config.databaseUrl),
    each: createRateLimit(codesPerHourEach, config.databaseUrl),
  };
  const signIn = createSignIn({ store: store.signIn, senders, limits, log, language: config.language });
  const live = createLive({ leads, signIn, log });
  signIn.onEnd(live.end);
  const seldom = sparing(log);
  const report = (error: unknown) =>
    error instanceof StoreUnavailable
      ? seldom.error({ error: error.message }, 'The store is unavailable, the inbox was turned away')
      : seldom.error(unforeseen(error), 'The inbox could not be answered');

  const api = new Hono<InboxEnv>()
    .use(onlyWhereEntered(createEntrance(config)))
    .use(onlyFromOwnPage)
    .route('/', doorRoutes(signIn, trustedProxies(config.trustedProxies)))
    // From here on strangers are told the same about everything, also about what is not there.
    .use(onlySignedIn(signIn))
    .route('/', meRoutes(signIn))
    .use(onlyNamedChange)
    .route('/', leadRoutes({ leads, signIn, report }))
    .route('/', linkRoutes({ leads, config }))
    .route('/', healthRoutes({ leads, store, deliveries, config }))
    .route('/', live.routes)
    .all('*', (c) => c.json(refusal('gone'), 404));

  api.onError((error, c) => {
    report(error);
    const isAway = error instanceof StoreUnavailable;
    return isAway
      ? c.json(refusal('unavailable'), 503, { 'Retry-After': '5' })
      : c.json(refusal('unavailable'), 500);
  });

  return {
    api,
    /** Before the server is stopped: what stays open or takes its time would hold it up. */
    leave(): void {
      live.stop();
      signIn.leave();
    },
    /** After it. */
    stop: () => signIn.stop(),
  };
}
