import type { Queries } from '#server/db/db.ts';
import type {
  ChannelConfig,
  LeadMessage,
  Sender,
  StaffMessage,
  StaffMessageFormat,
} from '#server/outbox/channel.ts';
import type { Log } from '#server/runtime/log.ts';
import { createApi, deliveryError, htmlOptions, telegramError } from './api.ts';
import { chatMoved, currentChatId } from './chat-id.ts';
import { escapeHtml, leadContent } from './lead-message.ts';
import { firstMessage, recordMessage } from './messages.ts';

type Options = Parameters<ReturnType<typeof createApi>['sendMessage']>[2];

export function telegramSender(
  config: NonNullable<ChannelConfig['telegram']>,
  { db, log, ...format }: { db: Queries; log: Log } & StaffMessageFormat,
): Sender {
  const api = createApi(config);
  // The alert that the database is down must be sent without the database.
  const chatId = () => currentChatId(db, config.chatId).catch(() => config.chatId);

  async function sendHtml(html: string, options: Options = {}) {
    const sendTo = (chat: string) => api.sendMessage(chat, html, { ...htmlOptions, ...options });
    return sendTo(await chatId()).catch(async (error) => {
      const { movedTo } = telegramError(error);
      if (!movedTo) throw error;
      await chatMoved(db, { from: config.chatId, to: movedTo }, log).catch(() => {});
      return sendTo(movedTo);
    });
  }

  async function sendLead(message: LeadMessage): Promise<void> {
    const { lead } = message;
    const reminder = message.kind === 'reminder' ? message : undefined;
    const content = await leadContent(db, lead.ref, format, reminder);
    if (!content) return;
    const { text, reply_markup, version } = content;
    const { chat, message_id } = await sendHtml(text, {
      ...(config.buttons && { reply_markup }),
      ...(reminder && replyTo(await firstMessage(db, lead.id, await chatId()))),
    });
    const id = { chatId: String(chat.id), messageId: message_id };
    await recordMessage(db, id, 'lead', [lead.ref], version);
  }

  return {
    channel: 'telegram',
    secrets: [config.token],
    async send(message) {
      try {
        if (message.kind === 'staff') await sendHtml(staffHtml(message));
        else if (message.kind !== 'event') await sendLead(message);
      } catch (error) {
        throw deliveryError(error);
      }
    },
  };
}

const replyTo = (message_id: number | null): Options =>
  message_id === null ? {} : { reply_parameters: { message_id, allow_sending_without_reply: true } };

/** Tapping `<code>` copies its text. */
function staffHtml({ title, code, text }: StaffMessage): string {
  return [
    `<b>${escapeHtml(title)}</b>`,
    ...(code ? [`<code>${escapeHtml(code)}</code>`] : []),
    ...(text ? [escapeHtml(text)] : []),
  ].join('\n\n');
}
