import { type Api, GrammyError, HttpError } from 'grammy';
import type { BotConfig } from '../deliveries/channel.ts';
import { presentable } from '../deliveries/foreign-words.ts';
import { connectionError, readAtMost, retryAfterMs } from '../deliveries/http-answer.ts';
import { wait } from './lease.ts';

/** Telegram's own limit for one batch of updates is far below it. */
const answerLimit = 4 * 1024 * 1024;

type ClientOptions = NonNullable<ConstructorParameters<typeof Api>[1]>;
/** Of a library's making; Node's is taken for one. */
export type GrammySignal = Parameters<Api['getMe']>[0];

/** How long a call may take, by what it does; asking for updates has a limit of its own. */
const callMs = 10_000;
const uploadMs = 60_000;
/** Who was cut off by the stop is told so: it takes that much longer. */
const lastWordMs = 2000;
/** Somebody waits for an answer, and others for whoever is answered: so long a silence is kept for it, and no longer. */
const patienceMs = 15_000;

/**
 * grammY's client with this program's own care for the wire: no redirect is followed (the address carries the token), no
 * endless answer is read, a page of a proxy is told from Telegram's word, and every call has an end.
 */
export function clientOptions({ apiUrl }: Pick<BotConfig, 'apiUrl'>, pollMs: number): ClientOptions {
  return {
    apiRoot: apiUrl,
    timeoutSeconds: Math.max(pollMs + callMs, uploadMs) / 1000,
    fetch: fetchAnswer as unknown as NonNullable<ClientOptions['fetch']>,
  };
}

export function limitCalls(api: Api, stopping: AbortSignal): void {
  api.config.use((call, method, payload, signal) => {
    if (method === 'getUpdates') return call(method, payload, signal);
    const uploads = /^send(Document|Photo)$/.test(method);
    const attempt = () => {
      const limit = AbortSignal.timeout(uploads ? uploadMs : callMs);
      const isLastWord = stopping.aborted && method === 'sendMessage';
      const end = isLastWord ? AbortSignal.timeout(lastWordMs) : AbortSignal.any([stopping, limit]);
      return call(method, payload, (signal ?? end) as typeof signal);
    };
    return uploads || method === 'sendMessage' ? patiently(attempt, stopping) : attempt();
  });
}

type Answered = { ok: true } | { ok: false; error_code: number; parameters?: { retry_after?: number } };

/** An edit is tried again by whoever keeps the messages true; what is said would never be said. */
async function patiently<Result extends Answered>(
  attempt: () => Promise<Result>,
  stopping: AbortSignal,
): Promise<Result> {
  let left = patienceMs;
  for (;;) {
    const answer = await attempt();
    if (answer.ok || answer.error_code !== 429 || stopping.aborted) return answer;
    const silenceMs = Math.max(answer.parameters?.retry_after ?? 1, 1) * 1000;
    left -= silenceMs;
    if (!(left >= 0)) return answer;
    await wait(silenceMs, stopping);
  }
}

type Asked = {
  method: string;
  headers: Record<string, string>;
  body: string | AsyncIterable<Uint8Array>;
  signal: { aborted: boolean; addEventListener(type: 'abort', listener: () => void): void };
};

async function fetchAnswer(url: string, { method, headers, body, signal }: Asked) {
  // grammY's signal is of a library's making, which `fetch` does not take for one.
  const end = new AbortController();
  if (signal.aborted) end.abort();
  signal.addEventListener('abort', () => end.abort());
  const response = await fetch(url, {
    method,
    headers: { 'content-type': headers['content-type'] as string },
    body: body as BodyInit,
    redirect: 'manual',
    duplex: 'half',
    signal: end.signal,
  } as RequestInit);
  const text = response.body ? await readAtMost(response.body, answerLimit) : '';
  return { json: async () => answerIn(text, response) };
}

const notTelegrams = 'not an answer of Telegram';

function answerIn(text: string, { ok, status, headers }: Response): object {
  let answer: { ok?: unknown; parameters?: object } = {};
  try {
    answer = Object(JSON.parse(text));
  } catch {
    // Told below.
  }
  const asked = { status, retryAfter: headers.get('retry-after'), date: headers.get('date') };
  return {
    ...{ error_code: status, description: notTelegrams, ...answer },
    parameters: { ...answer.parameters, silence_ms: retryAfterMs(asked) },
    ok: ok && answer.ok === true,
  };
}

/** Whatever Telegram asks for: a timer of more than 24 days would ring at once. */
const longestSilenceMs = 24 * 3_600_000;

/** What went wrong with a call. `code` 0: Telegram was not reached, or somebody else has answered in its place. */
export type Trouble = {
  code: number;
  words: string;
  retryAfterMs: number | null;
  /** By a header, perhaps a proxy's: leads wait for it, people who speak with the bot do not. */
  silenceMs?: number | undefined;
  movedTo: string | null;
};

/** Without the token, which stands in every address. */
export function troubleOf(error: unknown, token: string): Trouble {
  const words = presentable(saidIn(error), [token]);
  if (!(error instanceof GrammyError)) return { code: 0, words, retryAfterMs: null, movedTo: null };
  const { error_code, description, parameters } = error;
  const { retry_after: seconds, migrate_to_chat_id: chat } = parameters;
  return {
    code: description === notTelegrams ? 0 : error_code,
    words,
    retryAfterMs:
      typeof seconds === 'number' ? Math.min(Math.max(seconds, 1) * 1000, longestSilenceMs) : null,
    silenceMs: (parameters as { silence_ms?: number }).silence_ms,
    movedTo: /^-?\d+$/.test(String(chat)) ? String(chat) : null,
  };
}

/** As it came: the token may stand in it, and what a visitor wrote. */
export function saidIn(error: unknown): string {
  if (error instanceof GrammyError) return `HTTP ${error.error_code}: ${error.description}`;
  return connectionError(error instanceof HttpError ? error.error : error);
}

/** Telegram has taken nothing, or was never reached. Of anything else nobody knows. */
export const isRefusal = ({ code, words }: Trouble) =>
  code === 0
    ? /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(words)
    : code >= 400 && code < 500;
/** Not MESSAGE_ID_INVALID: Telegram says so of messages, too, that stand in the chat and cannot be edited. */
export const isGone = ({ words }: Trouble) => /message to (edit|delete) not found/i.test(words);
export const isFile = ({ words }: Trouble) => /no text in the message to edit/i.test(words);
export const isUnchanged = ({ words }: Trouble) => /message is not modified/i.test(words);
