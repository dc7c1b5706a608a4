import { countOthers } from '../leads/others.ts';
import { speechIn } from '../leads/speech.ts';
import type { Channel, Store } from '../store/store.ts';
import type { ChannelConfig, Log, Sender } from './channel.ts';
import { newChannelDays } from './delivery-store.ts';
import { emailSender } from './email.ts';
import { Queue } from './queue.ts';
import { type Office, telegramSender } from './telegram.ts';
import { type Timing, usualTiming } from './timing.ts';
import { webhookSender } from './webhook.ts';

export type Deliveries = {
  /** For whoever else has something to say: of a group's move all of them learn at once. */
  senders: readonly Sender[];
  /** To be called when a lead was stored. */
  wake(): void;
  /** Something else arrived by this channel: what waits for it is sent at once. */
  worked(channel: Channel): Promise<void>;
  stop(): Promise<void>;
};

type Dependencies = {
  store: Store;
  config: ChannelConfig;
  log: Log;
  timing?: Partial<Timing>;
  /** Where the provider reads leads from anywhere. */
  inbox?: string | null;
};

/** One for every configured channel. */
export function configuredSenders(
  { telegram, email, webhook, language }: ChannelConfig,
  log: Log,
  office: Office | null = null,
): Sender[] {
  const speech = speechIn(language);
  return [
    ...(telegram ? [telegramSender(telegram, log, office, speech)] : []),
    ...(email ? email.to.map((recipient) => emailSender(email, recipient, speech, office?.inbox)) : []),
    ...(webhook ? [webhookSender(webhook)] : []),
  ];
}

/** Brings every stored lead to every configured channel. Each has a queue of its own, so none waits for another. */
export async function startDeliveries({
  store,
  config,
  log,
  timing,
  inbox = null,
}: Dependencies): Promise<Deliveries> {
  const office: Office = {
    ...{ store: store.telegram, inbox },
    countOthers: (ref, most) => countOthers(store, ref, most),
  };
  const senders = configuredSenders(config, log, office);
  if (senders.length === 0)
    log.warn(
      'No delivery channel is configured: leads are stored, but nobody is notified. Set TELEGRAM_BOT_TOKEN and TELEGRAM_CHAT_ID, SMTP_URL or WEBHOOK_URL.',
    );

  for (const named of await store.deliveries.name(senders.map(({ channel }) => channel)))
    log.info(
      named,
      `New channel: it will receive the leads of the last ${newChannelDays} days and all new ones`,
    );
  const queues = new Map(
    senders.map((sender) => [
      sender.channel,
      new Queue(store.deliveries, sender, log, { ...usualTiming, ...timing }),
    ]),
  );
  return {
    senders,
    wake() {
      for (const queue of queues.values()) queue.wake();
    },
    async worked(channel) {
      await store.deliveries.worked(channel);
      queues.get(channel)?.endSilence();
    },
    async stop() {
      await Promise.all(queues.values().map((queue) => queue.stop()));
    },
  };
}
