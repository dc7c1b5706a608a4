import { isDeepStrictEqual } from 'node:util';
import type { Queries } from '#server/db/db.ts';
import type { Log } from '#server/runtime/log.ts';
import { type BotStatus, botStatus, storeBotStatus } from './bot-state.ts';

const sentences: Partial<Record<BotStatus['state'], string>> = {
  ok: 'Telegram: receiving button presses, replies and commands',
  unreachable: 'Telegram is not responding: button presses and commands will be processed later',
  'polled-elsewhere':
    'Another program is polling Telegram with this TELEGRAM_BOT_TOKEN: stop it, or create a separate bot',
  'webhook-set': 'Another program has set a webhook for this bot: stop it, or create a separate bot',
  'bad-token': 'Telegram rejected TELEGRAM_BOT_TOKEN: copy it from @BotFather again',
  'no-access':
    'The bot is not in the chat TELEGRAM_CHAT_ID, or may not write there: add it, or correct the number',
  'no-chat-id':
    'TELEGRAM_CHAT_ID is not set: send /start in the group and set it to the number the bot replies with',
  'chat-moved': 'The Telegram group became a supergroup: set TELEGRAM_CHAT_ID to its new number',
};

/** Logs each change of state once, and stores it if the last process that polled left another. */
export function createStatusReporter(db: Queries, log: Log) {
  let reported: BotStatus['state'] | null = null;

  return async ({ state, detail }: BotStatus): Promise<void> => {
    if (state !== reported) log[state === 'ok' ? 'info' : 'warn']({ detail }, sentences[state]);
    if (!isDeepStrictEqual(await botStatus(db), { state, detail }))
      await storeBotStatus(db, { state, detail });
    reported = state;
  };
}
