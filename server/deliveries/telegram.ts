import { dialableNumber } from '../leads/phone.ts';
import type { Lead } from '../store/store.ts';
import type { ChannelConfig, Log, Notice, Sender, SendResult } from './channel.ts';
import { connectionError, readAtMost, retryAfterMs } from './http-answer.ts';
import { cutText, leadMessage } from './message.ts';

/** Longest text of a message after its entities are parsed. Telegram counts characters, we the no smaller UTF-16 units. */
const longestText = 4096;
const answerLimit = 64 * 1024;

type Answer = {
  ok?: unknown;
  description?: unknown;
  parameters?: { retry_after?: unknown; migrate_to_chat_id?: unknown };
};

export function telegramSender(config: NonNullable<ChannelConfig['telegram']>, log: Log): Sender {
  // A group that became a supergroup has a new id, told once in the answer to the old one.
  let chatId = config.chatId;

  async function call(content: object, signal: AbortSignal): Promise<{ response: Response; answer: Answer }> {
    const response = await fetch(`${config.apiUrl.replace(/\/$/, '')}/bot${config.token}/sendMessage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chat_id: chatId, link_preview_options: { is_disabled: true }, ...content }),
      // The address carries the token: it is shown to no other host.
      redirect: 'manual',
      signal,
    });
    const text = response.body ? await readAtMost(response.body, answerLimit) : '';
    return { response, answer: parseAnswer(text) };
  }

  async function sendHtml(html: string, signal: AbortSignal): Promise<SendResult> {
    try {
      let { response, answer } = await call({ text: html, parse_mode: 'HTML' }, signal);
      const newChat = answer.parameters?.migrate_to_chat_id;
      if (/^-?\d+$/.test(String(newChat))) {
        log.warn(`The Telegram group became a supergroup: set TELEGRAM_CHAT_ID to ${newChat}`);
        chatId = String(newChat);
        ({ response, answer } = await call({ text: html, parse_mode: 'HTML' }, signal));
      }
      if (response.status === 400 && /parse entities/.test(String(answer.description))) {
        // Better a message without bold labels than none.
        ({ response, answer } = await call({ text: visibleText(html) }, signal));
      }
      return result(response, answer);
    } catch (error) {
      return { ok: false, error: connectionError(error) };
    }
  }

  return {
    channel: 'telegram',
    secrets: [config.token],
    send: (lead, signal) => sendHtml(telegramHtml(lead), signal),
    tell: (notice, signal) => sendHtml(noticeHtml(notice), signal),
  };
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
function result(response: Response, answer: Answer): SendResult {
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

/** The contact data are always whole; a text that would not fit is cut, and the message says where the rest is. */
export function telegramHtml(lead: Lead): string {
  const message = leadMessage(lead);
  const number = dialableNumber(lead.phone);
  const head = [
    `<b>${escapeHtml(message.title)}</b>`,
    ...(message.warning ? [`<b>${escapeHtml(message.warning)}</b>`] : []),
    '',
    ...message.fields.map(({ label, value }) => `<b>${label}:</b> ${escapeHtml(value)}`),
    ...(number ? [`<a href="https://t.me/${number}">Telegramda yozish</a>`] : []),
    '',
    `<b>${message.textLabel}:</b>\n`,
  ].join('\n');
  const room = longestText - visibleText(head).length;
  if (message.text.length <= room) return head + escapeHtml(message.text);

  const rest = `…\n\n<i>Matn qisqartirildi. Toʻliq matnni texnik xodimdan soʻrang, murojaat raqami:</i> ${lead.ref}`;
  return head + escapeHtml(cutText(message.text, room - visibleText(rest).length)) + rest;
}

/** A touch on what stands in `<code>` copies it. */
function noticeHtml({ title, code, text }: Notice): string {
  return [
    `<b>${escapeHtml(title)}</b>`,
    ...(code ? [`<code>${escapeHtml(code)}</code>`] : []),
    escapeHtml(text),
  ].join('\n\n');
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const visibleText = (html: string) =>
  html
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
