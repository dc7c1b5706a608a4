import type { Log } from '../deliveries/channel.ts';
import type { TelegramStore } from './telegram-store.ts';

/**
 * In a private chat and a plain group every bot counts its messages from 1: the first lead that a new one sends would be
 * taken for an older lead's message, and it would take back one of its own for the former's. To be called before a message
 * is noted or changed. `ask`: whether Telegram takes the token, where it has not just done so: a slip in it makes no other
 * bot. Neither Telegram nor the store is asked at the start, which goes on without both. True: the messages were the
 * former's until now.
 */
export function createForgetFormer(
  store: TelegramStore,
  token: string,
  log: Log,
): (ask?: () => Promise<unknown>) => Promise<boolean> {
  const [bot = ''] = token.split(':');
  let isDone = false;
  return async (ask) => {
    if (isDone) return false;
    if (ask && !(await store.isOf(bot))) await ask();
    const wereAnothers = await store.belongTo(bot);
    if (wereAnothers)
      log.warn(
        'TELEGRAM_BOT_TOKEN belongs to a different bot: messages of the previous bot will no longer be updated',
      );
    isDone = true;
    return wereAnothers;
  };
}
