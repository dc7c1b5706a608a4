/** The provider's bot on a store, with the chat it speaks in; everything in a hurry. */
import { vi } from 'vitest';
import type { BotConfig } from '../server/deliveries/channel.ts';
import { startDeliveries } from '../server/deliveries/deliveries.ts';
import { createLeads } from '../server/leads/leads.ts';
import type { Store } from '../server/store/store.ts';
import { startBot } from '../server/telegram/bot.ts';
import { createTakeBack } from '../server/telegram/take-back.ts';
import type { BotTiming } from '../server/telegram/timing.ts';
import type { TelegramStandIn } from './stand-ins/telegram.ts';

export const botToken = '123456:secret-token';

export const hurry: BotTiming = {
  leaseMs: 600,
  pollMs: 2000,
  lookMs: 20,
  editEveryMs: 20,
  troubleMs: [20, 100],
  mendMs: 50,
  steadyMs: 50,
  stopGraceMs: 3000,
};

type Changes = Partial<BotConfig> & {
  timing?: Partial<BotTiming>;
  inbox?: string | null;
  siteUrl?: string | null;
};

/** One process of the service: deliveries and the bot. `said` is its log. */
export async function startOffice(store: Store, telegram: TelegramStandIn, changes: Changes = {}) {
  const { timing, inbox = null, siteUrl = null, ...settings } = changes;
  const config: BotConfig = {
    ...{ token: botToken, chatId: '-42', apiUrl: telegram.url, buttons: true },
    ...settings,
  };
  const said: string[] = [];
  const say = (...words: unknown[]) => void said.push(JSON.stringify(words));
  const log = { info: vi.fn(say), warn: vi.fn(say), error: vi.fn(say) };
  const { chatId } = config;
  const deliveries = await startDeliveries({
    store,
    config: {
      telegram: chatId ? { ...config, chatId } : null,
      email: null,
      webhook: null,
      language: config.language,
    },
    log,
    inbox,
    timing: { pollMs: 20, retryDelaysMs: Array(50).fill(100) },
  });
  const leads = createLeads({
    store,
    channels: chatId ? ['telegram'] : [],
    takeBack: createTakeBack(config, store.telegram, log),
  });
  const bot = startBot({ store, leads, config, log, inbox, siteUrl, timing: { ...hurry, ...timing } });
  return {
    leads,
    log,
    said,
    async stop() {
      await Promise.all([bot.stop(), deliveries.stop()]);
    },
  };
}
export type TestOffice = Awaited<ReturnType<typeof startOffice>>;
