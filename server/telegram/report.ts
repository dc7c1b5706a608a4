import type { Db } from '../db/db.ts';
import { reportBot } from '../outbox/bot-state.ts';
import type { Log } from '../outbox/channel.ts';

const sentences = {
  ok: 'Telegram: receiving button presses, replies and commands',
  unreachable:
    'Telegram is not responding: button presses and commands will be processed later. Leads are retried separately',
  elsewhere:
    'Another program is polling Telegram with the same TELEGRAM_BOT_TOKEN and may receive the button presses. Stop it, create a separate bot for this site, or set TELEGRAM_BUTTONS=off',
  webhook:
    'Another program has set a webhook for this bot and receives the button presses. Create a separate bot for this site, or set TELEGRAM_BUTTONS=off',
  token: 'Telegram rejected TELEGRAM_BOT_TOKEN: copy it from @BotFather again',
  'no-chat':
    'The bot is not in the chat TELEGRAM_CHAT_ID, or is not allowed to write there: add it to the group, or send /start there and set TELEGRAM_CHAT_ID to the number it replies with',
  unset:
    'TELEGRAM_CHAT_ID is not set: no leads are sent to Telegram. Send /start in the group and set it to the number the bot replies with',
  moved: 'The Telegram group became a supergroup: set TELEGRAM_CHAT_ID to its new number',
};

/** `words`: Telegram's own, or the new id of the chat. */
export type BotReport = { state: keyof typeof sentences; words: string | null };

/** Logs and stores each change of the state once. */
export function createReporter(db: Db, log: Log) {
  let reported: BotReport['state'] | null = null;

  return async ({ state, words }: BotReport): Promise<void> => {
    if (state === reported) return;
    log[state === 'ok' ? 'info' : 'warn']({ words }, sentences[state]);
    await reportBot(db, { state, words });
    reported = state;
  };
}
