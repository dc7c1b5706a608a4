import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { configuredChannels } from './deliveries/channel.ts';
import { startDeliveries } from './deliveries/deliveries.ts';
import { listen } from './http-server.ts';
import type { Pages } from './pages/pages.ts';
import { apiHeaders } from './pages/security-headers.ts';
import { startRetention } from './retention.ts';
import { openStore } from './store/open.ts';
import { trustedProxies } from './submissions/client-address.ts';
import { createRateLimit, noRateLimit } from './submissions/rate-limit.ts';

/** Serves what is not the API's; true when it has answered. One that can `answer` by itself gets the fast lane. */
export type PageListener = ((request: IncomingMessage, response: ServerResponse) => boolean) & Partial<Pages>;

export type Running = { stop(): Promise<void> };

/** The part without HTTP: brings stored leads to the provider, whoever stored them. */
export async function startWorker(config: Config, log: Logger) {
  const store = await openStore(config);
  const deliveries = startDeliveries({ store, config, log });
  const channels = configuredChannels(config);
  const retention = startRetention({ store, days: config.retentionDays, channels, log });
  return {
    store,
    deliveries,
    async stop() {
      await Promise.all([deliveries.stop(), retention.stop()]);
      await store.close();
    },
  };
}

/** The whole service. Stops in the reverse order of starting: nobody is told 201 after the store is closed. */
export async function startService(
  config: Config,
  pages: PageListener,
  log: Logger,
): Promise<Running & { port: number }> {
  const worker = await startWorker(config, log);
  const rateLimit = config.rateLimit ? createRateLimit(config.rateLimit, config.databaseUrl) : noRateLimit;
  const app = createApp({
    store: worker.store,
    rateLimit,
    trustedProxies: trustedProxies(config.trustedProxies),
    origins: config,
    siteUrl: config.siteUrl,
    leadStored: worker.deliveries.wake,
    log,
  });
  const api = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // What it refuses to read before any route is asked: `http://x/…` as a target, a backslash in it.
    errorHandler: (error) =>
      new Response(null, {
        status: error instanceof RequestError ? 400 : 500,
        headers: apiHeaders(config.siteUrl ?? undefined),
      }),
  });
  try {
    const http = await listen(
      (request, response) => {
        if (!pages(request, response)) api(request, response);
      },
      config,
      'answer' in pages ? (pages as Pages) : undefined,
    );
    return {
      port: http.port,
      async stop() {
        await http.stop();
        await rateLimit.close();
        await worker.stop();
      },
    };
  } catch (error) {
    await rateLimit.close();
    await worker.stop();
    throw error;
  }
}
