import type { IncomingMessage } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import { reportRetention, startAlerts } from './alerts/alerts.ts';
import { watchDatabase } from './alerts/database-watch.ts';
import { createApp } from './app.ts';
import { startBackups } from './backups.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import { openDatabase } from './db/open.ts';
import { checkWritable } from './db/writable.ts';
import { listen } from './http-server.ts';
import { publicInbox } from './inbox/access.ts';
import { createInbox } from './inbox/inbox.ts';
import { localeIn } from './leads/locale.ts';
import { startNightly } from './nightly.ts';
import { configuredChannels } from './outbox/channel.ts';
import { messageSync } from './outbox/message-sync.ts';
import { configuredSenders } from './outbox/senders.ts';
import { handlerOf, startOutbox } from './outbox/worker.ts';
import type { Pages } from './pages/pages.ts';
import { apiHeaders } from './pages/security-headers.ts';
import type { Running } from './process.ts';
import { createRateLimit } from './rate-limit.ts';
import { arrivalOfLead } from './stats/arrival.ts';
import { linksOf, makeLink } from './stats/links.ts';
import { qrPng, qrSvg } from './stats/qr.ts';
import { startStats } from './stats/stats.ts';
import { statsOf } from './stats/sums.ts';
import { clientAddress, clientKey, trustedProxies } from './submissions/client-address.ts';
import { startBot } from './telegram/bot.ts';
import type { StatsFunctions } from './telegram/commands.ts';

/** Everything but HTTP: brings stored leads to the provider, whoever stored them, and runs the bot. */
export async function startWorker(config: Config, log: Logger) {
  const db = await openDatabase(config);
  const { language, bot, telegram, siteUrl } = config;
  const locale = localeIn(language);
  const inbox = publicInbox(config);
  const channels = configuredChannels(config);
  const senders = configuredSenders(config, { db, log, inbox });
  const handlers = [
    ...senders.map((sender) => handlerOf(sender)),
    ...(telegram ? [messageSync({ config: telegram, db, inbox, language })] : []),
  ];
  const outbox = await startOutbox({ db, channels, handlers, log });
  const alerts = { db, channels, locale, inbox, log };
  const check = () => checkWritable(db, config);
  const running: Running[] = [
    outbox,
    watchDatabase({ check, senders, locale, log }),
    startAlerts({
      ...alerts,
      digest: config.digest,
      remindAfter: config.remindAfter,
      backups: makesBackups(config),
      commands: bot?.buttons ?? false,
    }),
    startNightly({
      ...{ db, channels, log, retentionDays: config.retentionDays },
      refused: (leads) => reportRetention(alerts, leads),
    }),
  ];
  if (bot)
    running.push(
      startBot({ db, config: bot, inbox, stats: statsForBot(db, siteUrl), wake: outbox.wake, log }),
    );
  return {
    ...{ db, channels, senders, outbox, check },
    async stop() {
      await Promise.all(running.map((each) => each.stop()));
      await db.close();
    },
  };
}

const statsForBot = (db: Db, siteUrl: string | null): StatsFunctions => ({
  statsOf: (days) => statsOf(db, days),
  links: siteUrl
    ? { make: (name) => makeLink(db, siteUrl, name), list: () => linksOf(db, siteUrl), qrPng, qrSvg }
    : null,
});

const makesBackups = ({ databaseUrl, backupEveryMs }: Config) => !databaseUrl && backupEveryMs !== null;

/** The whole service. It stops in reverse order, so that nobody is answered 201 after the database is closed. */
export async function startService(
  config: Config,
  pages: Pages,
  log: Logger,
): Promise<Running & { port: number }> {
  const worker = await startWorker(config, log);
  const { db, channels, senders, outbox } = worker;
  const { siteUrl, dataDir, backupEveryMs: everyMs, backupCommand: command } = config;
  const proxies = trustedProxies(config.trustedProxies);
  const clientOf = (request: IncomingMessage) => clientKey(clientAddress(request, proxies));
  const stats = startStats({ db, log });
  const app = createApp({
    ...{ db, channels, log, origins: config, checkWritable: worker.check },
    submissions: {
      ...{ db, clientOf, arrivalOf: arrivalOfLead, leadStored: outbox.wake },
      rateLimit: createRateLimit(config.rateLimit ?? { points: Number.MAX_SAFE_INTEGER, seconds: 1 }),
    },
    stats: stats.routes,
    inbox: createInbox({
      ...{ db, channels, senders, outbox, log },
      ...{ config, clientOf },
    }),
  });
  const api = getRequestListener(app.fetch, {
    // HTTP/1.0 has no Host header, and HAProxy checks health with it.
    hostname: 'localhost',
    // Requests it cannot read, such as a backslash in the address.
    errorHandler: (error) =>
      new Response(null, {
        status: error instanceof RequestError ? 400 : 500,
        headers: apiHeaders(siteUrl ?? undefined),
      }),
  });
  const backups =
    makesBackups(config) && everyMs !== null ? startBackups({ db, dataDir, everyMs, command, log }) : null;
  const stopRest = async () => {
    await Promise.all([stats.stop(), backups?.stop()]);
    await worker.stop();
  };
  try {
    const http = await listen(
      (request, response) => {
        if (pages(request, response)) stats.answered(request, response);
        else api(request, response);
      },
      config,
      log,
    );
    return {
      port: http.port,
      async stop() {
        await http.stop();
        await stopRest();
      },
    };
  } catch (error) {
    await stopRest();
    throw error;
  }
}
