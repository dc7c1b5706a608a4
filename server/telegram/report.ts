/** How the bot is doing, in the log and for the inbox: one sentence when something begins, one when it is over. */
import type { BotState } from '../../contract/inbox.ts';
import type { Log } from '../deliveries/channel.ts';
import { type BotReport, taken } from './telegram-store.ts';

/** One clear sentence for each state, when it begins. */
const sentences: Record<BotState, string> = {
  well: 'Telegram: receiving button presses, replies and commands',
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
  off: '',
  nobody: '',
};

/** Two things may be wrong at once: hearing, which is told first, and the chat. */
export function createReporter(tell: (report: BotReport) => Promise<void>, steadyMs: number, log: Log) {
  let updates: BotReport | null = null;
  let troubleAt = 0;
  let chat: BotReport = { state: 'well', words: null };
  let logged: BotState | null = null;
  let told: BotReport | null = null;

  async function say(): Promise<void> {
    // Nothing is known before the first answer, unless something is wrong.
    const report = updates && updates.state !== 'well' ? updates : chat.state !== 'well' ? chat : updates;
    if (!report) return;
    const { state, words } = report;
    // One answer among failures is no recovery.
    const recovers = state === 'well' && logged !== null && logged !== 'well';
    if (recovers && performance.now() - troubleAt < steadyMs) return;
    if (logged !== state) {
      logged = state;
      if (state === 'well') log.info(sentences.well);
      else if (state === 'moved') log.warn(`${sentences.moved} ${words}`);
      else log.warn({ ...(words && { error: words }) }, sentences[state]);
    }
    if (told?.state === state && told.words === words) return;
    told = report;
    // A store that is away is told the next time.
    await tell(report).catch(() => {
      told = null;
    });
  }

  return {
    begin() {
      updates = null;
      logged = null;
      told = null;
    },
    say,
    isShutOut: () => chat.state === 'no-chat',
    updates(report: BotReport) {
      updates = report;
      if (report.state !== 'well') troubleAt = performance.now();
      return say();
    },
    /**
     * What stands in the store, where whoever sends, in any process, writes over the last word. `open`: how the chat is when
     * it takes messages.
     */
    seen(said: BotReport | null, open: BotReport) {
      const isTaken = said?.state === taken.state && said.words === taken.words;
      if (isTaken || (said?.state === 'no-chat' && chat.state !== 'no-chat')) {
        chat = isTaken ? open : said;
        told = said;
      }
      return say();
    },
    chat(report: BotReport) {
      chat = report;
      return say();
    },
  };
}
