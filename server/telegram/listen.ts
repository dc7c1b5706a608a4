/** Asks Telegram what was pressed and written, and hands it to the handlers, one after the other. */
import { type Bot, BotError, type Context, GrammyError, HttpError } from 'grammy';
import type { Log } from '../deliveries/channel.ts';
import { unforeseen } from '../log.ts';
import { StoreUnavailable } from '../store/store.ts';
import { type GrammySignal, type Trouble, troubleOf } from './api.ts';
import { wait } from './lease.ts';
import type { BotReport } from './telegram-store.ts';
import type { BotTiming } from './timing.ts';

type Dependencies = {
  bot: Bot;
  token: string;
  timing: BotTiming;
  log: Log;
  /** Telegram has taken the token. */
  accepted(): Promise<unknown>;
  /** Before the first question, and again after what only a person can mend. */
  prepare(): Promise<void>;
  report(report: BotReport): Promise<void>;
  /** Whether the store takes changes. Reading is no proof: a disk that is full or a lock keeps only writes out. */
  storeTakes(): Promise<boolean>;
  /** Says to whoever pressed or wrote that nothing came of it. */
  tellDropped(ctx: Context): Promise<unknown>;
};

type Update = Parameters<Bot['handleUpdate']>[0];

const kinds = [
  ...(['message', 'edited_message', 'channel_post', 'edited_channel_post', 'callback_query'] as const),
  'my_chat_member',
] as const;
const mostAtOnce = 50;
const triesOfOne = 3;

export async function listen(
  { bot, token, timing, log, accepted, prepare, report, storeTakes, tellDropped }: Dependencies,
  held: AbortSignal,
): Promise<void> {
  /** What is asked for next: everything below it counts as done, and is never handed out again. */
  let offset = 0;
  let confirmed = 0;
  let ready = false;
  let failures = 0;
  /** The update that the store did not take while it took others, and how often. */
  let stuckAt: number | null = null;
  let tries = 0;
  /** The first answer after trouble is not waited for: it is good news. */
  let hurried = true;
  while (!held.aborted) {
    try {
      if (!ready) await setUp();
      const asked = performance.now();
      const updates: unknown = await bot.api.getUpdates(
        { offset, limit: mostAtOnce, timeout: hurried ? 0 : timing.pollMs / 1000, allowed_updates: kinds },
        held as unknown as GrammySignal,
      );
      if (!Array.isArray(updates)) throw new TypeError('not an answer of Telegram');
      confirmed = offset;
      failures = 0;
      await report({ state: 'well', words: null });
      for (const update of updates as Update[]) {
        if (held.aborted) break;
        await handle(update);
        offset = update.update_id + 1;
      }
      // Something between here and Telegram that does not keep questions open must not be asked without a pause.
      const atOnce = updates.length === 0 && performance.now() - asked < timing.pollMs / 2;
      if (atOnce && !hurried) await wait(timing.troubleMs[0], held);
      hurried = false;
    } catch (error) {
      if (held.aborted) break;
      hurried = true;
      await recover(error);
    }
  }
  // A restart must not answer once more what was answered: by asking from there on, it is done.
  if (offset > confirmed)
    await bot.api
      .getUpdates({ offset, limit: 1, timeout: 0 }, AbortSignal.timeout(2000) as unknown as GrammySignal)
      .catch(() => {});

  async function setUp(): Promise<void> {
    bot.botInfo = await bot.api.getMe();
    await accepted();
    const { url } = await bot.api.getWebhookInfo();
    // Somebody else's: taken away in silence, their program would stop, and set it again.
    if (url) throw new WebhookIsSet(URL.parse(url)?.host ?? '');
    await prepare();
    ready = true;
  }

  async function recover(error: unknown): Promise<void> {
    if (error instanceof StoreUnavailable) return storeIsBack();
    const growing = growingMs(failures++);
    if (error instanceof WebhookIsSet) {
      await report({ state: 'webhook', words: error.host });
      return wait(timing.mendMs, held);
    }
    const trouble = troubleOf(error, token);
    const state = stateOf(trouble);
    await report({ state, words: trouble.words });
    if (state === 'webhook') ready = false;
    const mending = state === 'token' || state === 'webhook';
    await wait(trouble.retryAfterMs ?? (mending ? timing.mendMs : growing), held);
  }

  /** What was handed out and not done is handed out again, but not before: half of it may be seen in the chat. */
  async function storeIsBack(): Promise<void> {
    let asked = 0;
    do await wait(growingMs(asked++), held);
    while (!held.aborted && !(await storeTakes()));
  }

  function growingMs(times: number): number {
    const [first, longest] = timing.troubleMs;
    return Math.min(first * 2 ** times, longest);
  }

  /** One that cannot be handled keeps nobody from the next. */
  async function handle(update: Update): Promise<void> {
    try {
      await bot.handleUpdate(update);
    } catch (caught) {
      const error = caught instanceof BotError ? caught.error : caught;
      if (error instanceof StoreUnavailable) {
        // A store that takes nothing is waited for; one lead that somebody holds must not keep everybody else waiting.
        if (!(await storeTakes())) throw error;
        if (update.update_id !== stuckAt) tries = 0;
        stuckAt = update.update_id;
        if (++tries < triesOfOne) throw error;
        log.error({ error: error.message }, 'A button press or message from Telegram could not be saved');
        return drop(caught);
      }
      if (error instanceof GrammyError || error instanceof HttpError) {
        return tellUnanswered(error, token, log);
      }
      log.error(unforeseen(error), 'The bot could not process an update');
      await drop(caught);
    }
  }

  async function drop(caught: unknown): Promise<void> {
    if (caught instanceof BotError) await tellDropped(caught.ctx).catch(() => {});
  }
}

export function tellUnanswered(error: unknown, token: string, log: Log): void {
  log.warn({ error: troubleOf(error, token).words }, 'Could not reply to someone in Telegram');
}

class WebhookIsSet extends Error {
  readonly host: string;
  constructor(host: string) {
    super('A webhook is set');
    this.host = host;
  }
}

function stateOf({ code, words }: Trouble): BotReport['state'] {
  if (code === 409) return /webhook/i.test(words) ? 'webhook' : 'elsewhere';
  // 404: a token that does not even look like one.
  return code === 401 || code === 404 ? 'token' : 'unreachable';
}
