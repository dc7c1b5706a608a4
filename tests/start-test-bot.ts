/** The bot and the outbox on a database, with the Telegram chat they work in. All waits are short. */

import { onTestFinished, vi } from 'vitest';
import type { LeadEvent } from '#contract/inbox.ts';
import type { Language } from '#contract/languages.ts';
import { addLead } from '#server/leads/add.ts';
import { findLead, findLeadRecord } from '#server/leads/find.ts';
import type { NewLead } from '#server/leads/lead.ts';
import { localeIn } from '#server/leads/locale.ts';
import type { BotConfig } from '#server/outbox/channel.ts';
import { deliveriesOf } from '#server/outbox/channel-state.ts';
import { startOutbox } from '#server/outbox/outbox.ts';
import { configuredSenders } from '#server/service.ts';
import { startBot } from '#server/telegram/bot.ts';
import { botStatus } from '#server/telegram/bot-state.ts';
import { startMirror } from '#server/telegram/mirror.ts';
import type { BotTiming } from '#server/telegram/poll.ts';
import { openTestDatabase } from './database.ts';
import { newLead } from './leads.ts';
import { spiedLog } from './spied-log.ts';
import { startTelegramStandIn, type TelegramMessage } from './stand-ins/telegram.ts';

const botToken = '123456:secret-token';

const shortTimes: BotTiming = { leaseMs: 2000, pollSeconds: 0.5, retryMs: 50 };

export const eventually = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 });

type Changes = Partial<BotConfig> & {
  language?: Language;
  inboxUrl?: string | null;
  siteUrl?: string | null;
  timing?: Partial<BotTiming>;
};

export async function startTestBot() {
  const db = await openTestDatabase();
  const telegram = await startTelegramStandIn({ token: botToken, chatId: '-42' });
  const running: { stop(): Promise<void>; wake(): void }[] = [];
  onTestFinished(async () => {
    await Promise.all(running.map((each) => each.stop()));
    await telegram.stop();
  });

  /** One process of the service. */
  async function start({ inboxUrl = null, siteUrl = null, timing, language, ...settings }: Changes = {}) {
    const config: BotConfig = {
      token: botToken,
      chatId: '-42',
      apiUrl: telegram.url,
      buttons: true,
      ...settings,
    };
    const lines: string[] = [];
    const log = spiedLog(lines);
    const { chatId } = config;
    const channel = chatId === null ? null : { ...config, chatId };
    const format = { locale: localeIn(language), inboxUrl };
    const senders = configuredSenders(
      { telegram: channel, email: null, webhook: null },
      { db, log, ...format },
    );
    const outbox = startOutbox(db, senders, log);
    const mirror = channel && startMirror({ db, config: channel, log, ...format });
    const wake = () => {
      outbox.wake();
      mirror?.wake();
    };
    const bot = startBot({
      db,
      config,
      log,
      siteUrl,
      ...format,
      wake,
      timing: { ...shortTimes, ...timing },
    });
    const service = {
      log,
      lines,
      wake,
      async stop() {
        await Promise.all([bot.stop(), outbox.stop(), mirror?.stop()]);
      },
    };
    running.push(service);
    return service;
  }

  return {
    db,
    telegram,
    start,
    async add(number: number, changes: Partial<NewLead> = {}) {
      const { ref } = await addLead(db, newLead({ name: `Visitor ${number}`, ...changes }));
      for (const { wake } of running) wake();
      return ref;
    },
    /** Adds a lead and waits for its message in the chat. */
    async addDelivered(number = 1, changes: Partial<NewLead> = {}) {
      const ref = await this.add(number, changes);
      let message: TelegramMessage | undefined;
      await eventually(async () => {
        message = telegram.messages.find(({ text }) => text.includes(ref));
        const lead = await findLead(db, ref);
        const [delivery] = lead ? await deliveriesOf(db, lead.id) : [];
        if (!message || delivery?.state !== 'delivered') throw new Error('not delivered yet');
      });
      return { ref, message: message as TelegramMessage };
    },
    /** Writes in the chat and waits for the answer. */
    async ask(text: string, how: { replyTo?: TelegramMessage } = {}): Promise<TelegramMessage> {
      const id = telegram.say(text, how);
      const reply = () => telegram.messages.find(({ replyTo }) => replyTo === id);
      await eventually(() => {
        if (!reply()) throw new Error(`no answer to ${text}`);
      });
      return reply() as TelegramMessage;
    },
    statusOf: async (ref: string) => (await findLeadRecord(db, ref))?.status,
    eventsOf: async (ref: string): Promise<LeadEvent[]> => (await findLeadRecord(db, ref))?.events ?? [],
    report: () => botStatus(db),
  };
}
export type TestBot = Awaited<ReturnType<typeof startTestBot>>;

export const labels = ({ buttons }: TelegramMessage) => buttons.map((row) => row.map(({ text }) => text));
