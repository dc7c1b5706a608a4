/** grammY's client, and what its errors mean. */
import { Api, type ApiClientOptions, GrammyError, HttpError } from 'grammy';
import { NotSent } from './errors.ts';

/** grammY's own signal type; Node's signals work where it is expected. */
export type GrammySignal = Parameters<Api['getMe']>[0];

/** Follows no redirect, because the address contains the token. Long polling needs a time limit longer than its poll. */
export const clientOptions = (apiUrl: string, timeoutSeconds = 60): ApiClientOptions => ({
  ...{ apiRoot: apiUrl, timeoutSeconds },
  baseFetchConfig: { redirect: 'error' },
});

const sendSeconds = 10;

export const createApi = ({ token, apiUrl }: { token: string; apiUrl: string }): Api =>
  new Api(token, clientOptions(apiUrl, sendSeconds));

/** `code` 0: Telegram was not reached, or something else answered. `text` may quote the token or a visitor. */
export type TelegramError = {
  code: number;
  text: string;
  retryAfterMs?: number | undefined;
  /** The group became a supergroup with this id. */
  movedTo?: string | undefined;
};

export function telegramError(error: unknown): TelegramError {
  if (!(error instanceof GrammyError)) {
    const { code, message } = (error instanceof HttpError ? error.error : error) as NodeJS.ErrnoException;
    return { code: 0, text: code ?? message };
  }
  const { error_code: code, description, parameters } = error;
  const { retry_after: seconds, migrate_to_chat_id: chat } = parameters;
  return {
    ...{ code, text: `HTTP ${code}: ${description}` },
    retryAfterMs: seconds === undefined ? undefined : seconds * 1000,
    movedTo: chat === undefined ? undefined : String(chat),
  };
}

/** The bot is not in the chat, or may not write there. */
export const isShutOut = ({ text }: TelegramError): boolean =>
  /^HTTP 403|^HTTP 400.*(chat not found|(not enough|need administrator) rights|CHAT_WRITE_FORBIDDEN|have no (rights|write))/i.test(
    text,
  );

/** Telegram refuses this message, but may take others. */
export const isRejected = (error: TelegramError): boolean =>
  error.code === 400 && !isShutOut(error) && !error.movedTo;

/** Most refusals are worth another attempt: a person can correct a token or put the bot back into its group. */
export function notSent(error: unknown): NotSent {
  const failure = telegramError(error);
  return new NotSent(failure.text, { retryAfterMs: failure.retryAfterMs, rejected: isRejected(failure) });
}
