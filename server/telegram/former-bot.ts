import type { Log } from '../deliveries/channel.ts';
import type { TelegramStore } from './telegram-store.ts';

/**
 * In a private chat and a plain group every bot counts its messages from 1: the first lead that a new one sends would be
 * taken for an older lead's message. It could change none of the former's, either. To be called when Telegram has just
 * taken the token, and before anything is noted: a slip in it makes no other bot. Neither Telegram nor the store is asked
 * for it at the start, which goes on without both.
 */
export function createForgetFormer(store: TelegramStore, token: string, log: Log): () => Promise<void> {
  const [bot = ''] = token.split(':');
  let isDone = false;
  return async () => {
    if (isDone) return;
    if (await store.belongTo(bot))
      log.warn('TELEGRAM_BOT_TOKEN is of another bot: the messages of the former one stay as they are');
    isDone = true;
  };
}
