/** grammY's client: time limits, and what its errors mean. */
import { Api, type ApiClientOptions, GrammyError, HttpError } from 'grammy';
import type { SendResult } from './channel.ts';
import { connectionError, retryAfterMs } from './http-answer.ts';

/** grammY's own signal type; Node's signals work where it is expected. */
export type GrammySignal = Parameters<Api['getMe']>[0];

/** Long polling needs a `timeoutSeconds` longer than its poll. */
export const clientOptions = (apiUrl: string, timeoutSeconds = 60): ApiClientOptions => ({
  apiRoot: apiUrl,
  timeoutSeconds,
  fetch: fetchAnswer as unknown as NonNullable<ApiClientOptions['fetch']>,
});

export const createApi = ({ token, apiUrl }: { token: string; apiUrl: string }): Api =>
  new Api(token, clientOptions(apiUrl));

type FetchOptions = {
  method: string;
  headers: Record<string, string>;
  body: string | AsyncIterable<Uint8Array>;
  signal: { aborted: boolean; addEventListener(type: 'abort', listener: () => void): void };
};

/** Follows no redirect, because the address contains the token, and recognises answers that are not Telegram's. */
async function fetchAnswer(url: string, { method, headers, body, signal }: FetchOptions) {
  // grammY's signal is a polyfill, which `fetch` rejects.
  const abort = new AbortController();
  if (signal.aborted) abort.abort();
  signal.addEventListener('abort', () => abort.abort());
  const response = await fetch(url, {
    method,
    headers: { 'content-type': headers['content-type'] as string },
    body: body as BodyInit,
    redirect: 'manual',
    duplex: 'half',
    signal: abort.signal,
  } as RequestInit);
  return { json: async () => parseAnswer(await response.text(), response) };
}

const notTelegram = 'not an answer from Telegram';

function parseAnswer(text: string, { ok, status, headers }: Response): object {
  let answer: { ok?: unknown; parameters?: object } = {};
  try {
    answer = Object(JSON.parse(text));
  } catch {
    // Described below.
  }
  const pause = { status, retryAfter: headers.get('retry-after'), date: headers.get('date') };
  return {
    ...{ error_code: status, description: notTelegram, ...answer },
    parameters: { pause_ms: retryAfterMs(pause), ...answer.parameters },
    ok: ok && answer.ok === true,
  };
}

/** `code` 0: Telegram was not reached, or something else answered. `text` may quote the token or a visitor. */
export type TelegramError = {
  code: number;
  text: string;
  retryAfterMs?: number | undefined;
  /** The group became a supergroup with this id. */
  movedTo?: string | undefined;
};

export function telegramError(error: unknown): TelegramError {
  if (!(error instanceof GrammyError))
    return { code: 0, text: connectionError(error instanceof HttpError ? error.error : error) };
  const { error_code, description, parameters } = error;
  const { retry_after: seconds, migrate_to_chat_id: chat } = parameters;
  const { pause_ms } = parameters as { pause_ms?: number };
  return {
    code: description === notTelegram ? 0 : error_code,
    text: `HTTP ${error_code}: ${description}`,
    retryAfterMs: typeof seconds === 'number' ? Math.max(seconds, 1) * 1000 : pause_ms,
    movedTo: /^-?\d+$/.test(String(chat)) ? String(chat) : undefined,
  };
}

/** The bot is not in the chat, or may not write there. Also takes the error of a failing channel. */
export const isShutOut = ({ text }: Pick<TelegramError, 'text'>): boolean =>
  /^HTTP 403|^HTTP 400.*(chat not found|(not enough|need administrator) rights|CHAT_WRITE_FORBIDDEN|have no (rights|write))/i.test(
    text,
  );

/** Telegram refuses this message, but may take others. */
export const isRejected = (error: TelegramError): boolean =>
  error.code === 400 && !isShutOut(error) && !error.movedTo;

export const isGone = ({ text }: TelegramError): boolean => /message to (edit|delete) not found/i.test(text);
export const isFile = ({ text }: TelegramError): boolean => /no text in the message to edit/i.test(text);
export const isUnchanged = ({ text }: TelegramError): boolean => /message is not modified/i.test(text);
export const isBadMarkup = ({ code, text }: TelegramError): boolean =>
  code === 400 && /parse entities/.test(text);

/** Most refusals are worth another attempt: a person can correct a token or put the bot back into its group. */
export const failedSend = (error: TelegramError): Exclude<SendResult, { ok: true }> => ({
  ok: false,
  error: error.text,
  retryAfterMs: error.retryAfterMs,
  ...(isRejected(error) && { rejected: true }),
});
