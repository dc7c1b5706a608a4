import type { Logger } from 'pino';
import { startAlerts } from './alerts/alerts.ts';
import { watchDatabase } from './alerts/database-watch.ts';
import { notifyOfVersion } from './alerts/site-published.ts';
import { createApp } from './app.ts';
import type { Config } from './config/config.ts';
import type { Db } from './db/db.ts';
import { openDatabase } from './db/open.ts';
import { checkWritable } from './db/writable.ts';
import { publicInboxUrl } from './inbox/access.ts';
import { localeIn } from './leads/locale.ts';
import {
  type ChannelConfig,
  configuredChannels,
  type Log,
  type Sender,
  type StaffMessageFormat,
} from './outbox/channel.ts';
import { emailSender } from './outbox/email.ts';
import { startOutbox } from './outbox/outbox.ts';
import { webhookSender } from './outbox/webhook.ts';
import { siteFile } from './pages/dist.ts';
import type { PageHandler, SitePages } from './pages/pages.ts';
import { listen } from './runtime/http-server.ts';
import type { Running } from './runtime/repeat.ts';
import type { Renderer } from './site/render.ts';
import { startSite } from './site/site.ts';
import { startStats } from './stats/stats.ts';
import { startBot } from './telegram/bot.ts';
import { telegramSender } from './telegram/sender.ts';
import { startBackups } from './upkeep/backups.ts';
import { startNightly } from './upkeep/nightly.ts';

export type Background = Awaited<ReturnType<typeof startBackground>>;

/** Everything except HTTP: delivers leads, including those of a Supabase project, and runs the bot. */
export async function startBackground(config: Config, log: Logger) {
  const db = await openDatabase(config);
  const { language, bot, siteUrl, digest, remindAfter, retentionDays } = config;
  const { databaseUrl, dataDir, backupEveryMs: everyMs, backupCommand: command } = config;
  const locale = localeIn(language);
  const inboxUrl = publicInboxUrl(config);
  const channels = configuredChannels(config);
  const senders = configuredSenders(config, { db, log, locale, inboxUrl });
  const outbox = await startOutbox(db, senders, log);
  const alerts = { db, channels, locale, inboxUrl, log };
  const checkDatabase = () => checkWritable(db, config);
  const running: Running[] = [
    outbox,
    watchDatabase({ checkDatabase, senders, locale, log }),
    startAlerts({ ...alerts, digest, remindAfter, backups: !databaseUrl && everyMs !== null }),
    startNightly({ ...alerts, retentionDays }),
  ];
  if (!databaseUrl) running.push(startBackups({ db, dataDir, everyMs, command, log }));
  if (bot) running.push(startBot({ db, config: bot, siteUrl, locale, inboxUrl, wake: outbox.wake, log }));
  const stop = async () => {
    await Promise.all(running.map((each) => each.stop()));
    await db.close();
  };
  return { db, channels, senders, outbox, checkDatabase, stop };
}

export function configuredSenders(
  { telegram, email, webhook }: ChannelConfig,
  { db, log, ...format }: { db: Db; log: Log } & StaffMessageFormat,
): Sender[] {
  return [
    ...(telegram ? [telegramSender(telegram, { db, log, ...format })] : []),
    ...(email ? email.to.map((recipient) => emailSender(email, recipient, format)) : []),
    ...(webhook ? [webhookSender(webhook)] : []),
  ];
}

/** The whole service. HTTP stops first, so that no request finds the database closed. */
export async function startService(
  config: Config,
  pages: PageHandler & Partial<SitePages>,
  log: Logger,
  renderer: Renderer | null = null,
): Promise<Running & { port: number }> {
  const background = await startBackground(config, log);
  const { db } = background;
  const stats = startStats({ db, log });
  const site = await startSite({
    db,
    renderer,
    log,
    replaceFiles: async (files) => {
      const changed = Object.entries(files).map(([path, text]) => siteFile(path, text));
      pages.replaceFiles?.(await Promise.all(changed));
    },
    notifyStaff: async (db, version) => {
      if (config.telegram) await notifyOfVersion(db, version, localeIn(config.language));
    },
  });
  const api = createApp(config, background, stats, site, log);
  const http = await listen(
    (request, response) => {
      if (pages(request, response)) stats.countVisit(request, response);
      else api(request, response);
    },
    config,
    log,
  );
  return {
    port: http.port,
    async stop() {
      await http.stop();
      await Promise.all([stats.stop(), site.stop()]);
      await background.stop();
    },
  };
}
