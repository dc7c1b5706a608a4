import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { configuredChannels } from './deliveries/channel.ts';
import { startDeliveries } from './deliveries/deliveries.ts';
import { createFigures } from './figures/figures.ts';
import { listen } from './http-server.ts';
import { inboxFromAnywhere } from './inbox/entrance.ts';
import { createInbox } from './inbox/inbox.ts';
import { lastBackup } from './last-backup.ts';
import { createLeads } from './leads/leads.ts';
import { startNotices } from './notices/notices.ts';
import { watchStore } from './notices/store-watch.ts';
import type { Pages } from './pages/pages.ts';
import { apiHeaders } from './pages/security-headers.ts';
import { startRetention } from './retention.ts';
import { openStore } from './store/open.ts';
import { trustedProxies } from './submissions/client-address.ts';
import { createRateLimit, noRateLimit } from './submissions/rate-limit.ts';
import { startBot } from './telegram/bot.ts';
import { createTakeBack } from './telegram/take-back.ts';

export type Running = { stop(): Promise<void> };

/**
 * The part without HTTP: brings stored leads to the provider, whoever stored them, and speaks with them in Telegram.
 * `inbox`: where they read leads from anywhere; null where there is no such place. `serves`: leads come in here.
 */
export async function startWorker(
  config: Config,
  log: Logger,
  { inbox = null, serves = false }: { inbox?: string | null; serves?: boolean } = {},
) {
  const store = await openStore(config);
  const deliveries = await startDeliveries({ store, config, log, inbox });
  const channels = configuredChannels(config);
  const takeBack = createTakeBack(config.bot, store.telegram, log);
  const leads = createLeads({ store, channels, takeBack, log });
  const bot =
    config.bot && startBot({ store, leads, config: config.bot, log, inbox, siteUrl: config.siteUrl });
  const retention = startRetention({ store, days: config.retentionDays, channels, log });
  const { senders } = deliveries;
  const storeWatch = watchStore({ store, senders, language: config.language, log, serves });
  const notices = startNotices({
    store,
    senders,
    digest: config.digest,
    commands: config.bot?.buttons ?? false,
    language: config.language,
    inbox,
    // Of PostgreSQL backups are made elsewhere.
    ...(!config.databaseUrl && { lastBackup: () => lastBackup(config.dataDir) }),
    log,
  });
  return {
    store,
    deliveries,
    leads,
    async stop() {
      await Promise.all([deliveries, retention, notices, storeWatch, bot].map((each) => each?.stop()));
      await store.close();
    },
  };
}

/** The whole service. Stops in the reverse order of starting: nobody is told 201 after the store is closed. */
export async function startService(
  config: Config,
  pages: Pages,
  log: Logger,
): Promise<Running & { port: number }> {
  const worker = await startWorker(config, log, { inbox: inboxFromAnywhere(config), serves: true });
  const rateLimit = config.rateLimit ? createRateLimit(config.rateLimit, config.databaseUrl) : noRateLimit;
  const { store, leads, deliveries } = worker;
  const figures = createFigures({ store, config, log });
  const channels = configuredChannels(config);
  const inbox = createInbox({ config, store, leads, deliveries, log });
  const app = createApp({
    store,
    rateLimit,
    trustedProxies: trustedProxies(config.trustedProxies),
    origins: config,
    siteUrl: config.siteUrl,
    channels,
    leadStored: deliveries.wake,
    figures,
    inbox: inbox.api,
    log,
  });
  const api = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // What it refuses to read before any route is asked: a backslash in the address.
    errorHandler: (error) =>
      new Response(null, {
        status: error instanceof RequestError ? 400 : 500,
        headers: apiHeaders(config.siteUrl ?? undefined),
      }),
  });
  try {
    const http = await listen((request, response) => {
      if (pages(request, response)) figures.answered(request, response);
      else api(request, response);
    }, config);
    return {
      port: http.port,
      async stop() {
        inbox.leave();
        await http.stop();
        await Promise.all([inbox.stop(), rateLimit.close(), figures.stop()]);
        await worker.stop();
      },
    };
  } catch (error) {
    await Promise.all([inbox.stop(), rateLimit.close(), figures.stop()]);
    await worker.stop();
    throw error;
  }
}
