import { autoRetry } from '@grammyjs/auto-retry';
import { Api, type ApiClientOptions, GrammyError, HttpError } from 'grammy';
import { RateLimited, Rejected } from '#server/outbox/errors.ts';

/** Redirects are not followed: the address contains the token. */
export const clientOptions = (apiUrl: string, timeoutSeconds: number): ApiClientOptions => ({
  apiRoot: apiUrl,
  timeoutSeconds,
  baseFetchConfig: { redirect: 'error' },
});

export const htmlOptions = { parse_mode: 'HTML', link_preview_options: { is_disabled: true } } as const;

const sendSeconds = 10;

/** For answers to people: follows `retry_after` once. */
export const retryRateLimited = autoRetry({
  maxRetryAttempts: 1,
  maxDelaySeconds: 30,
  rethrowHttpErrors: true,
  rethrowInternalServerErrors: true,
});

export const createApi = ({ token, apiUrl }: { token: string; apiUrl: string }): Api =>
  new Api(token, clientOptions(apiUrl, sendSeconds));

/** `code` is 0 if Telegram did not answer. `text` may quote the token or a visitor. */
export function telegramError(error: unknown) {
  if (!(error instanceof GrammyError)) {
    const { code, message } = (error instanceof HttpError ? error.error : error) as NodeJS.ErrnoException;
    return { code: 0, text: code ?? message, movedTo: undefined, retryAfter: undefined };
  }
  const { error_code: code, description, parameters } = error;
  // The group became a supergroup.
  const movedTo = parameters.migrate_to_chat_id?.toString();
  return { code, text: `HTTP ${code}: ${description}`, movedTo, retryAfter: parameters.retry_after };
}

/** The bot is not in the chat, or may not write there. */
export const cannotPost = ({ text }: { text: string }): boolean =>
  /^HTTP 403|^HTTP 400.*(chat not found|(not enough|need administrator) rights|CHAT_WRITE_FORBIDDEN|have no (rights|write))/i.test(
    text,
  );

/** Most errors concern the channel: someone can correct the token or let the bot back in. */
export function deliveryError(error: unknown): Error {
  const failure = telegramError(error);
  if (failure.code === 429) return new RateLimited(failure.text, (failure.retryAfter ?? 30) * 1000);
  const isRejected = failure.code === 400 && !cannotPost(failure);
  return isRejected ? new Rejected(failure.text) : new Error(failure.text);
}
