import type { BotConfig, Log } from '../deliveries/channel.ts';
import type { LeadsDependencies } from '../leads/leads.ts';
import type { TelegramStore } from './telegram-store.ts';

/** How long whoever erased a lead waits for Telegram. */
const withinMs = 8000;

/** For `createLeads`: null where no bot is configured, and nobody can take a message back. */
export function createTakeBack(
  config: BotConfig | null,
  store: TelegramStore,
  log: Log,
): NonNullable<LeadsDependencies['takeBack']> | null {
  if (!config) return null;
  return async (messages) => {
    // grammY takes a command of the terminal longer to load than everything else it does.
    const { takeBackAll } = await import('./keeper.ts');
    return takeBackAll(messages, { config, store, log, withinMs });
  };
}
