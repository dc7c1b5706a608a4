/** How the channels and the store are doing, and a message to try a channel with. */
import { Hono } from 'hono';
import * as v from 'valibot';
import { fill } from '../../contract/fill.ts';
import type { ChannelHealth, Health, TestRefused } from '../../contract/inbox.ts';
import type { Config } from '../config.ts';
import { tellOnce } from '../deliveries/attempt.ts';
import type { Deliveries } from '../deliveries/deliveries.ts';
import { lastBackup } from '../last-backup.ts';
import type { Leads } from '../leads/leads.ts';
import { type Speech, speechIn } from '../leads/speech.ts';
import type { Channel, Store } from '../store/store.ts';
import { type InboxEnv, json, refusal } from './request.ts';

/** Shorter than a silent connection lives (server/http-server.ts): whoever pressed the button is told how it ended. */
const testWithinMs = 20_000;

type Dependencies = {
  leads: Leads;
  store: Store;
  deliveries: Pick<Deliveries, 'senders' | 'worked'>;
  config: Pick<Config, 'bot' | 'databaseUrl' | 'dataDir' | 'language'>;
};

/** What is kept of a test message that nobody refused. */
const arrived = 'ok';

/** More would be a list; whoever is given up on for so many has other worries. */
const mostDeadLeads = 10;

export function healthRoutes({ leads, store, deliveries, config }: Dependencies) {
  const withDeadLeads = async (health: ChannelHealth) => ({
    ...health,
    deadLeads: health.dead > 0 ? await store.notices.deadLeads(health.channel as Channel, mostDeadLeads) : [],
    testRefused: await lastRefusal(health),
  });

  /** Of the last test message, unless a lead has arrived since. */
  async function lastRefusal({ channel, lastDeliveredAt }: ChannelHealth): Promise<TestRefused | null> {
    const [test] = await store.notices.heard('test', channel);
    if (!test || test.told === arrived || test.at < new Date(lastDeliveredAt ?? 0)) return null;
    return { at: test.at.toISOString(), error: test.told };
  }

  return new Hono<InboxEnv>()
    .get('/health', async (c) => {
      const [channels, bot, writable, backup, lastDigest] = await Promise.all([
        leads.health().then((channels) => Promise.all(channels.map(withDeadLeads))),
        botHealth(config.bot, store),
        store.checkWritable().then(
          () => true,
          () => false,
        ),
        config.databaseUrl ? null : lastBackup(config.dataDir),
        store.notices.lastTold('digest'),
      ]);
      const kind = config.databaseUrl ? 'postgres' : 'sqlite';
      const lastBackupAt = backup?.toISOString() ?? null;
      const lastDigestAt = lastDigest?.toISOString() ?? null;
      return c.json<Health, 200>(
        { channels, bot, store: { kind, writable }, lastBackupAt, lastDigestAt },
        200,
      );
    })
    .post('/health/test', json(v.strictObject({ channel: v.string() })), async (c) => {
      const { channel } = c.req.valid('json');
      const sender = deliveries.senders.find((each) => each.channel === channel);
      if (!sender) return c.json(refusal('gone'), 404);
      const notice = testNotice(c.get('session').name as string, speechIn(config.language));
      const result = await tellOnce(sender, notice, testWithinMs, c.req.raw.signal);
      const error = result && !result.ok ? result.error : null;
      if (result) {
        const said = {
          kind: 'test',
          key: channel,
          channel: sender.channel,
          saying: error ?? arrived,
        } as const;
        await store.notices.told(said, new Date());
      }
      if (result?.ok) await deliveries.worked(sender.channel);
      return c.json({ ok: result?.ok === true, error }, 200);
    });
}

/** Told by whichever process speaks with the chat. */
async function botHealth(bot: Config['bot'], store: Store): Promise<Health['bot']> {
  if (!bot) return null;
  if (!bot.buttons) return { state: 'off', words: null };
  const { state, words } = (await store.telegram.lastReport()) ?? { state: 'nobody', words: null };
  // Of one that is well they are a sign between processes.
  return { state, words: state === 'well' ? null : words };
}

const testNotice = (name: string, { words: { test }, momentInTashkent }: Speech) => ({
  title: test.title,
  text: [fill(test.sent, { name, time: momentInTashkent(new Date()) }), test.meaning].join('\n'),
});
