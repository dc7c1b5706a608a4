import { othersInTime } from '../leads/others.ts';
import { speechIn } from '../leads/speech.ts';
import type { Lead } from '../store/store.ts';
import { type Keyboard, leadButtons } from '../telegram/buttons.ts';
import { type Chat, createChat, isShutOut } from '../telegram/chat.ts';
import { escapeHtml, leadHtml, mostOthers, visibleText } from '../telegram/lead-html.ts';
import type { TelegramStore } from '../telegram/telegram-store.ts';
import type { ChannelConfig, Log, Notice, Sender, SendResult } from './channel.ts';
import { presentable } from './foreign-words.ts';
import { connectionError, readAtMost, retryAfterMs } from './http-answer.ts';

const answerLimit = 64 * 1024;

type Answer = {
  ok?: unknown;
  description?: unknown;
  parameters?: { retry_after?: unknown; migrate_to_chat_id?: unknown };
  result?: { message_id?: unknown; chat?: { id?: unknown } };
};

/** Where the messages are remembered, to be kept true and taken back; and where the provider reads leads. */
export type Office = {
  store: TelegramStore;
  inbox: string | null;
  /** Leads with the same number as this one. */
  countOthers?(ref: string, most: number): Promise<number>;
};

type Sent = { result: SendResult; message: { chatId: string; messageId: number } | null };

export function telegramSender(
  config: NonNullable<ChannelConfig['telegram']>,
  log: Log,
  office: Office | null = null,
  speech = speechIn(),
): Sender {
  const chat: Chat = createChat(config.chatId, office?.store ?? null, log);

  async function call(content: object, signal: AbortSignal): Promise<{ response: Response; answer: Answer }> {
    const response = await fetch(`${config.apiUrl.replace(/\/$/, '')}/bot${config.token}/sendMessage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        chat_id: await chat.id(),
        link_preview_options: { is_disabled: true },
        ...content,
      }),
      // The address carries the token: it is shown to no other host.
      redirect: 'manual',
      signal,
    });
    const text = response.body ? await readAtMost(response.body, answerLimit) : '';
    return { response, answer: parseAnswer(text) };
  }

  /** The bot goes on hearing from Telegram when it is out of the chat: only who sends there learns of it. */
  async function tellShutOut(error: string, lead?: Lead): Promise<void> {
    if (config.buttons)
      await office?.store.reportShutOut(presentable(error, [config.token], lead)).catch(() => {});
  }

  /** Not waited for: it was sent, and must not be sent again because the store is slow. */
  function tellTaken(): void {
    if (config.buttons) office?.store.reportTaken().catch(() => {});
  }

  async function sendHtml(
    html: string,
    signal: AbortSignal,
    { lead, ...more }: { lead?: Lead; reply_markup?: Keyboard } = {},
  ): Promise<Sent> {
    try {
      const content = { text: html, parse_mode: 'HTML', ...more };
      let { response, answer } = await call(content, signal);
      const newChat = answer.parameters?.migrate_to_chat_id;
      if (/^-?\d+$/.test(String(newChat))) {
        await chat.follow(String(newChat));
        ({ response, answer } = await call(content, signal));
      }
      if (response.status === 400 && /parse entities/.test(String(answer.description))) {
        // Better a message without bold labels than none.
        ({ response, answer } = await call({ ...more, text: visibleText(html) }, signal));
      }
      const result = resultOf(response, answer);
      if (result.ok) tellTaken();
      else if (isShutOut({ code: response.status, words: result.error }))
        await tellShutOut(result.error, lead);
      return { result, message: messageIn(answer) };
    } catch (error) {
      return { result: { ok: false, error: connectionError(error) }, message: null };
    }
  }

  return {
    channel: 'telegram',
    secrets: [config.token],
    async send(lead, signal) {
      const { ref, suspectedSpam: spam } = lead;
      const buttons = config.buttons && { reply_markup: leadButtons(ref, { status: 'new', spam }, speech) };
      const others = office?.countOthers && (await othersInTime(office.countOthers(ref, mostOthers)));
      const html = leadHtml(lead, speech, { inbox: office?.inbox, others });
      const { result, message } = await sendHtml(html, signal, { lead, ...buttons });
      // It is out, whatever the store says: sent again it would come twice. Whoever presses its button makes it known.
      if (result.ok && message && office)
        await office.store
          .rememberMessage({ ...message, ref })
          .catch((error) =>
            log.warn(
              { ref, error: String(error) },
              'A message in Telegram could not be noted: it will not change',
            ),
          );
      return result;
    },
    tell: async (notice, signal) => (await sendHtml(noticeHtml(notice), signal)).result,
  };
}

function messageIn({ result }: Answer): Sent['message'] {
  const [messageId, chatId] = [result?.message_id, result?.chat?.id];
  return Number.isInteger(messageId) && Number.isInteger(chatId)
    ? { chatId: String(chatId), messageId: messageId as number }
    : null;
}

function parseAnswer(text: string): Answer {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : {};
  } catch {
    return {};
  }
}

/** Every refusal is worth another attempt: a wrong token or a bot put out of its group is mended by a person. */
function resultOf(response: Response, answer: Answer): SendResult {
  if (response.ok && answer.ok === true) return { ok: true };
  const description =
    typeof answer.description === 'string' ? answer.description : 'not an answer of Telegram';
  const seconds = answer.parameters?.retry_after;
  return {
    ok: false,
    error: `HTTP ${response.status}: ${description}`,
    retryAfterMs:
      typeof seconds === 'number'
        ? seconds * 1000
        : retryAfterMs({
            status: response.status,
            retryAfter: response.headers.get('retry-after'),
            date: response.headers.get('date'),
          }),
  };
}

/** A touch on what stands in `<code>` copies it. */
function noticeHtml({ title, code, text }: Notice): string {
  return [
    `<b>${escapeHtml(title)}</b>`,
    ...(code ? [`<code>${escapeHtml(code)}</code>`] : []),
    escapeHtml(text),
  ].join('\n\n');
}
