import { createReadStream, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import * as v from 'valibot';
import { fill } from '#contract/fill.ts';
import type { Health } from '#contract/inbox.ts';
import { getState } from '#server/db/state.ts';
import { type Locale, localeIn } from '#server/leads/locale.ts';
import type { StaffMessage } from '#server/outbox/channel.ts';
import { channelFailed, channelStates, channelWorked, lastSentAt } from '#server/outbox/channel-state.ts';
import { sendNow } from '#server/outbox/outbox.ts';
import { recordTest, resendDead } from '#server/outbox/queue.ts';
import { version } from '#server/runtime/version.ts';
import { directAccounts } from '#server/telegram/accounts.ts';
import { botStatus } from '#server/telegram/bot-state.ts';
import { backupFolder } from '#server/upkeep/backups.ts';
import type { InboxEnv, InboxOptions } from './options.ts';
import { json, refusal, whoOf } from './request.ts';

/** Shorter than the server's connection timeout, so that the result still arrives. */
const testTimeoutMs = 20_000;

export function healthRoutes({ db, channels, senders, wake, checkDatabase, config }: InboxOptions) {
  const { databaseUrl, dataDir, bot, language } = config;

  async function botHealth(): Promise<Health['bot']> {
    if (!bot) return null;
    return bot.buttons ? botStatus(db) : { state: 'off', detail: null };
  }

  const isWritable = () =>
    checkDatabase().then(
      () => true,
      () => false,
    );

  return new Hono<InboxEnv>()
    .get('/health', async (c) => {
      const backup = await getState(db, 'backup');
      const command = await getState(db, 'backup-command');
      return c.json<Health>({
        channels: await channelStates(db, channels),
        bot: await botHealth(),
        database: { kind: databaseUrl ? 'postgres' : 'sqlite', writable: await isWritable() },
        lastBackupAt: backup?.at ?? null,
        lastBackupCommandAt: command?.at ?? null,
        lastDigestAt: await lastSentAt(db, 'digest'),
        accounts: await directAccounts(db),
        version: version(),
      });
    })
    .get('/backup', async (c) => {
      const name = basename((await getState(db, 'backup'))?.value ?? '');
      const file = join(backupFolder(dataDir), name);
      const size = name && statSync(file, { throwIfNoEntry: false })?.size;
      if (!size) return c.json(refusal('not-found'), 404);
      c.header('Content-Type', 'application/vnd.sqlite3');
      c.header('Content-Disposition', `attachment; filename="${name}"`);
      c.header('Content-Length', String(size));
      return c.body(Readable.toWeb(createReadStream(file)) as globalThis.ReadableStream);
    })
    .post('/health/test', json(v.strictObject({ channel: v.string() })), async (c) => {
      const { channel } = c.req.valid('json');
      const sender = senders.find((each) => each.channel === channel);
      if (!sender) return c.json(refusal('not-found'), 404);
      const error = await Promise.race([
        sendNow(sender, testMessage(whoOf(c), localeIn(language))),
        sleep(testTimeoutMs, `no answer within ${testTimeoutMs} ms`, { ref: false }),
      ]);
      if (error === null) {
        await recordTest(db, channel);
        await channelWorked(db, channel);
      } else await channelFailed(db, channel, error);
      wake();
      return c.json({ ok: error === null, error });
    })
    .post('/health/resend', json(v.strictObject({ channel: v.string() })), async (c) => {
      const leads = await resendDead(db, c.req.valid('json').channel, { who: whoOf(c) });
      wake();
      return c.json({ leads });
    });
}

const testMessage = (who: string, { words: { test }, momentInTashkent }: Locale): StaffMessage => ({
  title: test.title,
  text: [fill(test.sent, { name: who, time: momentInTashkent(new Date()) }), test.meaning].join('\n'),
});
