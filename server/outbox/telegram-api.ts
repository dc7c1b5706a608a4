/** grammY's client, and what its errors mean. */
import { autoRetry } from '@grammyjs/auto-retry';
import { Api, type ApiClientOptions, GrammyError, HttpError } from 'grammy';
import { Rejected } from './errors.ts';

/** grammY's own signal type; Node's signals work where it is expected. */
export type GrammySignal = Parameters<Api['getMe']>[0];

/** Follows no redirect, because the address contains the token. A poll ends before the time limit. */
export const clientOptions = (apiUrl: string, timeoutSeconds = 60): ApiClientOptions => ({
  ...{ apiRoot: apiUrl, timeoutSeconds },
  baseFetchConfig: { redirect: 'error' },
});

const sendSeconds = 10;
/** Within the lease of a message. */
const longestPause = { maxRetryAttempts: 1, maxDelaySeconds: 30 };

/** Waits where Telegram asks for it; other errors are the outbox's. */
export function createApi({ token, apiUrl }: { token: string; apiUrl: string }): Api {
  const api = new Api(token, clientOptions(apiUrl, sendSeconds));
  api.config.use(autoRetry({ ...longestPause, rethrowHttpErrors: true, rethrowInternalServerErrors: true }));
  return api;
}

/** `code` 0: Telegram was not reached, or something else answered. `text` may quote the token or a visitor. */
export type TelegramError = {
  code: number;
  text: string;
  /** The group became a supergroup with this id. */
  movedTo?: string | undefined;
};

export function telegramError(error: unknown): TelegramError {
  if (!(error instanceof GrammyError)) {
    const { code, message } = (error instanceof HttpError ? error.error : error) as NodeJS.ErrnoException;
    return { code: 0, text: code ?? message };
  }
  const { error_code: code, description, parameters } = error;
  const chat = parameters.migrate_to_chat_id;
  const movedTo = chat === undefined ? undefined : String(chat);
  return { code, text: `HTTP ${code}: ${description}`, movedTo };
}

/** The bot is not in the chat, or may not write there. */
export const isShutOut = ({ text }: TelegramError): boolean =>
  /^HTTP 403|^HTTP 400.*(chat not found|(not enough|need administrator) rights|CHAT_WRITE_FORBIDDEN|have no (rights|write))/i.test(
    text,
  );

/** Most refusals are the channel's: a person can correct a token or put the bot back into its group. */
export function notSent(error: unknown): Error {
  const failure = telegramError(error);
  const isRejected = failure.code === 400 && !isShutOut(failure);
  return isRejected ? new Rejected(failure.text) : new Error(failure.text);
}
