/** Replaces grammY's polling, which deletes another program's webhook and hides failures. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bot, type BotError, GrammyError, HttpError } from 'grammy';
import { DatabaseUnavailable, type Queries } from '#server/db/db.ts';
import type { Log } from '#server/runtime/log.ts';
import { telegramError } from './api.ts';
import { type BotStatus, dropBotLease, takeBotLease } from './bot-state.ts';
import { createStatusReporter } from './status-reporter.ts';

/** Tests shorten these times. */
export type BotTiming = { leaseMs: number; pollSeconds: number; retryMs: number };

type Options = {
  bot: Bot;
  db: Queries;
  log: Log;
  timing: BotTiming;
  stopping: AbortSignal;
  /** Called before every poll. Returns the state of the chat. */
  checkChat(): Promise<BotStatus>;
  /** Describes an error without the token. */
  errorText(error: unknown): string;
};

/** Of direct messages, neither edits nor deletions: nothing of them is stored. */
const updateKinds = [
  'message',
  'edited_message',
  'callback_query',
  'my_chat_member',
  'business_connection',
  'business_message',
] as const;

/** Within the time that a process has to stop. */
const confirmMs = 3000;

/** grammY declares its own type of signal, but takes Node's. */
const signal = (of: AbortSignal) => of as unknown as Parameters<Bot['api']['getUpdates']>[1];

const isTemporary = (error: unknown) => {
  if (error instanceof DatabaseUnavailable || error instanceof HttpError) return true;
  return error instanceof GrammyError && (error.error_code === 429 || error.error_code >= 500);
};

export async function pollTelegram(options: Options): Promise<void> {
  const { bot, db, log, timing, stopping, checkChat, errorText } = options;
  const holder = randomUUID();
  const report = createStatusReporter(db, log);
  const wait = () => sleep(timing.retryMs, undefined, { signal: stopping }).catch(() => {});
  let offset = 0;

  async function poll(): Promise<void> {
    if (!bot.isInited()) bot.botInfo = await bot.api.getMe();
    const chat = await checkChat();
    const updates = await bot.api.getUpdates(
      { offset, timeout: timing.pollSeconds, allowed_updates: updateKinds },
      signal(stopping),
    );
    await report(chat);
    for (const update of updates) {
      // The next process gets the remaining updates.
      if (stopping.aborted) return;
      await bot.handleUpdate(update).catch(({ error }: BotError) => {
        // Nobody would repeat a direct message: Telegram delivers it again.
        const isDirect = update.business_message ?? update.business_connection;
        if (isDirect && isTemporary(error)) throw error;
        log.warn({ error: errorText(error) }, 'Could not reply to someone in Telegram');
      });
      offset = update.update_id + 1;
    }
  }

  while (!stopping.aborted)
    try {
      if (await takeBotLease(db, holder, timing.leaseMs)) await poll();
      else await wait();
    } catch (error) {
      if (stopping.aborted) break;
      if (error instanceof GrammyError || error instanceof HttpError)
        await report(stateOf(error)).catch(() => {});
      else if (!(error instanceof DatabaseUnavailable)) log.error({ err: error }, 'The bot failed');
      await wait();
    }
  // Confirms the handled updates, so that the next process does not get them.
  if (offset > 0)
    await bot.api
      .getUpdates({ offset, limit: 1, timeout: 0 }, signal(AbortSignal.timeout(confirmMs)))
      .catch(() => {});
  await dropBotLease(db, holder).catch(() => {});

  function stateOf(error: unknown): BotStatus {
    const { code, text } = telegramError(error);
    const detail = errorText(error);
    if (code === 409) return { state: /webhook/i.test(text) ? 'webhook-set' : 'polled-elsewhere', detail };
    // 404: the token is malformed.
    return { state: code === 401 || code === 404 ? 'bad-token' : 'unreachable', detail };
  }
}
