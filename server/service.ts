import { join } from 'node:path';
import { startAlerts } from './alerts/alerts.ts';
import { watchDatabase } from './alerts/database-watch.ts';
import { notifyOfVersion } from './alerts/site-published.ts';
import { createListener } from './app.ts';
import type { Config } from './config/config.ts';
import type { Db } from './db/db.ts';
import { openWhenPossible } from './db/open-when-possible.ts';
import { checkWritable } from './db/writable.ts';
import { publicInboxUrl } from './inbox/access.ts';
import { localeIn } from './leads/locale.ts';
import {
  type ChannelConfig,
  configuredChannels,
  type Sender,
  type StaffMessageFormat,
} from './outbox/channel.ts';
import { emailSender } from './outbox/email.ts';
import { startOutbox } from './outbox/outbox.ts';
import { webhookSender } from './outbox/webhook.ts';
import type { Pages } from './pages/pages.ts';
import { listen } from './runtime/http-server.ts';
import type { Log } from './runtime/log.ts';
import type { Running } from './runtime/repeat.ts';
import type { Renderer } from './site/render.ts';
import { startSite } from './site/site.ts';
import { startStats } from './stats/stats.ts';
import { startBot } from './telegram/bot.ts';
import { startMirror } from './telegram/mirror.ts';
import { telegramSender } from './telegram/sender.ts';
import { startBackups } from './upkeep/backups.ts';
import { failingTypes } from './upkeep/health.ts';
import { startHeartbeat } from './upkeep/heartbeat.ts';
import { startNightly } from './upkeep/nightly.ts';

/** Everything except HTTP: delivers leads, including those of a Supabase project, and runs the bot. Begins when the database opens. */
export function startBackground(config: Config, log: Log) {
  const { db, isOpen, stopTrying } = openWhenPossible(config, log);
  const { language, bot, siteUrl, digest, remindAfter, retentionDays, heartbeatUrl } = config;
  const { databaseUrl, dataDir, backupEveryMs: everyMs, backupCommand: command } = config;
  const locale = localeIn(language);
  const inboxUrl = publicInboxUrl(config);
  const channels = configuredChannels(config);
  const senders = configuredSenders(config, { db, log, locale, inboxUrl });
  let wakeLoops = () => {};
  /** After a change: what shows leads is brought up to date at once, not at the next look. */
  const wake = () => wakeLoops();
  const alerts = { db, channels, locale, inboxUrl, log };
  const checkDatabase = () => checkWritable(db, config);
  const isOk = async () => {
    await checkDatabase();
    return (await failingTypes(db, channels)).length === 0;
  };
  const watching = watchDatabase({ checkDatabase, senders, locale, log });

  function startLoops(): Running[] {
    const outbox = startOutbox(db, senders, log);
    const mirror = config.telegram && startMirror({ db, config: config.telegram, locale, inboxUrl, log });
    const running: Running[] = [
      outbox,
      startAlerts({ ...alerts, digest, remindAfter }),
      startNightly({ db, channels, retentionDays, log }),
      startBackups({ db, dataDir, everyMs: databaseUrl ? null : everyMs, command, log }),
    ];
    if (heartbeatUrl) running.push(startHeartbeat(heartbeatUrl, isOk, log));
    if (mirror) running.push(mirror);
    if (bot) running.push(startBot({ db, config: bot, siteUrl, locale, inboxUrl, wake, log }));
    wakeLoops = () => {
      outbox.wake();
      mirror?.wake();
    };
    return running;
  }
  const loops = isOpen.then((open) => (open ? startLoops() : []));
  const stop = async () => {
    stopTrying();
    await Promise.all([watching, ...(await loops)].map((each) => each.stop()));
    if (await isOpen) await db.close();
  };
  return { db, channels, senders, wake, checkDatabase, stop };
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

/** The whole service. Pages are served whatever the database says. HTTP stops first, so that no request finds the database closed. */
export async function startService(
  config: Config,
  pages: Pages,
  log: Log,
  renderer: Renderer | null = null,
): Promise<Running & { port: number }> {
  const background = startBackground(config, log);
  const { db } = background;
  const stats = startStats({ db, log });
  const site = startSite({
    db,
    renderer,
    log,
    replaceFiles: pages.replaceFiles,
    file: join(config.dataDir, 'rendered-site'),
    notifyStaff: async (db, version) => {
      if (config.telegram) await notifyOfVersion(db, version, localeIn(config.language));
    },
  });
  const http = await listen(createListener(config, background, { site, stats, pages }, log), config, log);
  return {
    port: http.port,
    async stop() {
      await http.stop();
      await Promise.all([stats.stop(), site.stop()]);
      await background.stop();
    },
  };
}
