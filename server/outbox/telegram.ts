import type { Db } from '../db/db.ts';
import { DatabaseUnavailable } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import type { Lead } from '../leads/lead.ts';
import { type Locale, localeIn } from '../leads/locale.ts';
import { rememberMessage } from '../leads/messages.ts';
import type { ChannelConfig, Log, Notice, Reminder, Sender, SendResult } from './channel.ts';
import { escapeHtml, leadContent, visibleText } from './lead-html.ts';
import { createApi, failedSend, type GrammySignal, isBadMarkup, telegramError } from './telegram-api.ts';
import { chatMoved, currentChatId } from './telegram-chat.ts';

type Context = { db: Db; log: Log; locale?: Locale; inbox?: string | null };
type SendOptions = Omit<
  NonNullable<Parameters<ReturnType<typeof createApi>['sendMessage']>[2]>,
  'parse_mode'
>;
type Sent = { chat: { id: number }; message_id: number };

export function telegramSender(
  config: NonNullable<ChannelConfig['telegram']>,
  { db, log, locale = localeIn(), inbox = null }: Context,
): Sender {
  const api = createApi(config);
  // Notices about a database that is away are sent as well.
  const chatId = () => currentChatId(db, config.chatId).catch(() => config.chatId);

  async function send(html: string, options: SendOptions, signal: AbortSignal): Promise<Sent> {
    const to = async (chat: string, text: string, markup?: { parse_mode: 'HTML' }) =>
      api.sendMessage(
        chat,
        text,
        { link_preview_options: { is_disabled: true }, ...options, ...markup },
        signal as unknown as GrammySignal,
      );
    const sendHtml = async (chat: string) =>
      to(chat, html, { parse_mode: 'HTML' }).catch((error) => {
        if (!isBadMarkup(telegramError(error))) throw error;
        // Better a message without bold labels than none.
        return to(chat, visibleText(html));
      });
    return sendHtml(await chatId()).catch(async (error) => {
      const { movedTo } = telegramError(error);
      if (!movedTo) throw error;
      await chatMoved(db, { from: config.chatId, to: movedTo }, log).catch(() => {});
      return sendHtml(movedTo);
    });
  }

  async function sendLead(
    lead: Lead,
    signal: AbortSignal,
    reminder?: Reminder,
    options: SendOptions = {},
  ): Promise<SendResult> {
    const content = await leadContent(db, lead.ref, { locale, inbox, reminder });
    if (!content) return { ok: true };
    const { text, reply_markup } = content;
    try {
      const sent = await send(text, { ...options, ...(config.buttons && { reply_markup }) }, signal);
      await remember(lead, { chatId: String(sent.chat.id), messageId: sent.message_id });
      return { ok: true };
    } catch (error) {
      return failedSend(telegramError(error));
    }
  }

  async function remember(lead: Lead, place: { chatId: string; messageId: number }): Promise<void> {
    try {
      await rememberMessage(db, place, { kind: 'lead', leadIds: [lead.id] });
    } catch (error) {
      if (error instanceof DatabaseUnavailable)
        log.warn(
          { ref: lead.ref, error: String(error) },
          'A Telegram message could not be recorded and will not be updated',
        );
      // The lead was erased meanwhile.
      else await api.deleteMessage(place.chatId, place.messageId);
    }
  }

  return {
    channel: 'telegram',
    secrets: [config.token],
    sendLead: (lead, { signal }) => sendLead(lead, signal),
    async sendReminder(lead, reminder, { signal }) {
      const chat = await chatId();
      const first = await db.get<{ message_id: number }>(
        sql`select message_id from telegram_messages where lead_id = ${lead.id} and chat_id = ${chat} and kind = 'lead'
          order by sent_at limit 1`,
      );
      const reply = { message_id: first?.message_id ?? 0, allow_sending_without_reply: true };
      return sendLead(lead, signal, reminder, first && { reply_parameters: reply });
    },
    async sendNotice(notice, { signal }) {
      try {
        await send(noticeHtml(notice), {}, signal);
        return { ok: true };
      } catch (error) {
        return failedSend(telegramError(error));
      }
    },
  };
}

/** A tap on `<code>` copies its text. */
function noticeHtml({ title, code, text }: Notice): string {
  return [
    `<b>${escapeHtml(title)}</b>`,
    ...(code ? [`<code>${escapeHtml(code)}</code>`] : []),
    escapeHtml(text),
  ].join('\n\n');
}
