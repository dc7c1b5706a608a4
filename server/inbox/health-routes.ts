/** The state of channels, bot, database and backups; and a message to test a channel with. */
import { Hono } from 'hono';
import * as v from 'valibot';
import { fill } from '../../contract/fill.ts';
import type { Health, TestRefused } from '../../contract/inbox.ts';
import type { Language } from '../../contract/languages.ts';
import type { Db } from '../db/db.ts';
import { dropSetting, getSetting, putSetting } from '../db/settings.ts';
import { sql } from '../db/sql.ts';
import { checkWritable } from '../db/writable.ts';
import { type Locale, localeIn } from '../leads/locale.ts';
import { botReport } from '../outbox/bot-state.ts';
import type { Channel, Notice, Sender } from '../outbox/channel.ts';
import { type ChannelState, channelStates, deadLeads } from '../outbox/channel-state.ts';
import { usualTiming } from '../outbox/timing.ts';
import { type Outbox, sendNow } from '../outbox/worker.ts';
import { type InboxEnv, json, refusal, whoOf } from './request.ts';

/** The connection of the person who waits for the result lives longer. */
const testMs = 20_000;
const testTiming = { ...usualTiming, attemptMs: { telegram: testMs, email: testMs, webhook: testMs } };

const mostDeadLeads = 10;

type Options = {
  db: Db;
  channels: readonly Channel[];
  senders: readonly Sender[];
  outbox: Pick<Outbox, 'worked'>;
  databaseUrl: string | null;
  dataDir: string;
  /** Null without a bot. */
  bot: { buttons: boolean } | null;
  language?: Language | undefined;
};

export function healthRoutes({
  db,
  channels,
  senders,
  outbox,
  databaseUrl,
  dataDir,
  bot,
  language,
}: Options) {
  const locale = localeIn(language);
  const testSetting = (channel: string) => `test:${channel}`;

  async function healthOf(state: ChannelState): Promise<Health['channels'][number]> {
    const { channel, dead } = state;
    return {
      ...state,
      deadLeads: dead > 0 ? await deadLeads(db, channel, mostDeadLeads) : [],
      testRefused: await testRefused(state),
    };
  }

  /** Holds until something arrives. */
  async function testRefused({ channel, lastDeliveredAt }: ChannelState): Promise<TestRefused | null> {
    const test = await getSetting(db, testSetting(channel));
    if (!test || (lastDeliveredAt !== null && test.at <= lastDeliveredAt)) return null;
    return { at: test.at, error: test.value ?? '' };
  }

  async function botHealth(): Promise<Health['bot']> {
    if (!bot) return null;
    if (!bot.buttons) return { state: 'off', words: null };
    return botReport(db);
  }

  async function lastDigest(): Promise<string | null> {
    const digest = await db.get<{ at: string | null }>(
      sql`select max(done_at) as at from outbox where key like 'digest:%' and state = 'done'`,
    );
    return digest?.at ?? null;
  }

  return new Hono<InboxEnv>()
    .get('/health', async (c) => {
      const states = await channelStates(db, channels);
      const writable = await checkWritable(db, { databaseUrl, dataDir }).then(
        () => true,
        () => false,
      );
      const [lastBackup, lastCommand] = databaseUrl
        ? []
        : await Promise.all([getSetting(db, 'backup'), getSetting(db, 'backup-command')]);
      const health: Health = {
        channels: await Promise.all(states.map(healthOf)),
        bot: await botHealth(),
        database: { kind: databaseUrl ? 'postgres' : 'sqlite', writable },
        lastBackupAt: lastBackup?.value ? lastBackup.at : null,
        lastBackupCommandAt: lastCommand?.value ? lastCommand.at : null,
        lastDigestAt: await lastDigest(),
      };
      return c.json(health, 200);
    })
    .post('/health/test', json(v.strictObject({ channel: v.string() })), async (c) => {
      const { channel } = c.req.valid('json');
      const sender = senders.find((each) => each.channel === channel);
      if (!sender) return c.json(refusal('gone'), 404);
      const result = await sendNow(sender, testNotice(whoOf(c), locale), testTiming);
      if (result.ok) await dropSetting(db, testSetting(channel));
      else await putSetting(db, testSetting(channel), result.error);
      if (result.ok) await outbox.worked(channel);
      return c.json({ ok: result.ok, error: result.ok ? null : result.error }, 200);
    });
}

const testNotice = (who: string, { words: { test }, momentInTashkent }: Locale): Notice => ({
  title: test.title,
  text: [fill(test.sent, { name: who, time: momentInTashkent(new Date()) }), test.meaning].join('\n'),
});
