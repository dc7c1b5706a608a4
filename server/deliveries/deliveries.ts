import { Api } from 'grammy';
import { countOthers } from '../leads/others.ts';
import { speechIn } from '../leads/speech.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';
import { clientOptions, type GrammySignal } from '../telegram/api.ts';
import type { ChannelConfig, Log, Sender } from './channel.ts';
import { newChannelDays } from './delivery-store.ts';
import { emailSender } from './email.ts';
import { Queue } from './queue.ts';
import { type Office, telegramSender } from './telegram.ts';
import { type Timing, usualTiming } from './timing.ts';
import { webhookSender } from './webhook.ts';

type Deliveries = {
  /** For whoever else has something to say: of a group's move all of them learn at once. */
  senders: readonly Sender[];
  /** To be called when a lead was stored. */
  wake(): void;
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

/**
 * In a private chat and a plain group every bot counts its messages from 1: the first lead that a new one sends would be
 * taken for an older lead's message. It could change none of the former's, either. A slip in the token makes no other bot:
 * Telegram has to know it, which is asked unless it has just taken a lead.
 */
function formerBotForgotten(
  store: Store,
  config: NonNullable<ChannelConfig['telegram']>,
  log: Log,
): (isKnown: boolean) => Promise<void> {
  const [bot = ''] = config.token.split(':');
  let isDone = false;
  return async (isKnown) => {
    if (isDone) return;
    const [last] = await store.notices.heard('bot', 'telegram');
    if (last && last.told !== bot) {
      if (!isKnown && !(await isBot(config))) return;
      await store.telegram.forgetEverything();
      log.warn(
        'TELEGRAM_BOT_TOKEN is of another bot: the messages of the former one stay as they are, also those of leads that ' +
          'were erased and could not be taken back yet',
      );
    }
    await store.notices.told({ kind: 'bot', key: 'telegram', channel: 'telegram', saying: bot }, new Date());
    isDone = true;
  };
}

function isBot(config: NonNullable<ChannelConfig['telegram']>): Promise<boolean> {
  const limit = AbortSignal.timeout(usualTiming.attemptMs.telegram);
  const asked = new Api(config.token, clientOptions(config, 0)).getMe(limit as unknown as GrammySignal);
  return asked.then(
    () => true,
    () => false,
  );
}

/** Brings every stored lead to every configured channel. Each has a queue of its own, so none waits for another. */
export async function startDeliveries({
  store,
  config,
  log,
  timing,
  inbox = null,
}: Dependencies): Promise<Deliveries> {
  const forgetFormerBot = config.telegram && formerBotForgotten(store, config.telegram, log);
  const office: Office = {
    ...{ store: store.telegram, inbox },
    ...(forgetFormerBot && { ownMessages: () => forgetFormerBot(true) }),
    countOthers: (ref, most) => countOthers(store, ref, most),
  };
  const senders = configuredSenders(config, log, office);
  if (senders.length === 0)
    log.warn(
      'No channel is configured: leads are stored and nobody is told. Set TELEGRAM_BOT_TOKEN and TELEGRAM_CHAT_ID, SMTP_URL or WEBHOOK_URL.',
    );

  // Where the store is away, or Telegram, with the first lead that is sent.
  await forgetFormerBot?.(false).catch((error) => {
    if (!(error instanceof StoreUnavailable)) throw error;
  });
  for (const named of await store.deliveries.name(senders.map(({ channel }) => channel)))
    log.info(
      named,
      `A new channel: it gets the leads of the last ${newChannelDays} days, if there are any, and all that come`,
    );
  const queues = senders.map(
    (sender) => new Queue(store.deliveries, sender, log, { ...usualTiming, ...timing }),
  );
  return {
    senders,
    wake() {
      for (const queue of queues) queue.wake();
    },
    async stop() {
      await Promise.all(queues.map((queue) => queue.stop()));
    },
  };
}
