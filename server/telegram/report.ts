import type { Db } from '../db/db.ts';
import { type BotReport, reportBot } from '../outbox/bot-state.ts';
import type { Log } from '../outbox/channel.ts';

const sentences: Record<BotReport['state'], string> = {
  ok: 'Telegram: receiving button presses, replies and commands',
  nobody: '',
  off: '',
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
  moved: 'The Telegram group became a supergroup: set TELEGRAM_CHAT_ID to',
};

/** Polling and the chat can fail at the same time: polling is reported first. Each change is logged once. */
export function createReporter(db: Db, log: Log, steadyMs: number) {
  let polling: BotReport | null = null;
  let chat: BotReport = { state: 'ok', words: null };
  let failedAt = Number.NEGATIVE_INFINITY;
  let logged: BotReport['state'] | null = null;
  let written = '';

  async function report(): Promise<void> {
    const failing = [polling, chat].find((each) => each && each.state !== 'ok');
    const now = failing ?? polling;
    if (!now) return;
    // Another program that polls lets single polls of ours succeed.
    const recovers = now.state === 'ok' && logged !== null && logged !== 'ok';
    if (recovers && performance.now() - failedAt < steadyMs) return;
    if (logged !== now.state) {
      logged = now.state;
      if (now.state === 'ok') log.info(sentences.ok);
      else if (now.state === 'moved') log.warn(`${sentences.moved} ${now.words}`);
      else log.warn({ ...(now.words && { error: now.words }) }, sentences[now.state]);
    }
    if (written === JSON.stringify(now)) return;
    await reportBot(db, now).then(
      () => {
        written = JSON.stringify(now);
      },
      // Written with the next report.
      () => {},
    );
  }

  return {
    polling(now: BotReport): Promise<void> {
      polling = now;
      if (now.state !== 'ok') failedAt = performance.now();
      return report();
    },
    chat(now: BotReport): Promise<void> {
      chat = now;
      return report();
    },
    chatState: () => chat.state,
  };
}
export type Reporter = ReturnType<typeof createReporter>;
