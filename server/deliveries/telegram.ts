import { Api } from 'grammy';
import { othersInTime } from '../leads/others.ts';
import { speechIn } from '../leads/speech.ts';
import type { Lead } from '../store/store.ts';
import { clientOptions, type GrammySignal, isRefusal, saidIn, troubleOf } from '../telegram/api.ts';
import { type Keyboard, leadButtons } from '../telegram/buttons.ts';
import { type Chat, createChat, isOfMessage, isShutOut } from '../telegram/chat.ts';
import { createForgetFormer } from '../telegram/former-bot.ts';
import { escapeHtml, leadHtml, mostOthers, visibleText } from '../telegram/lead-html.ts';
import type { TelegramStore } from '../telegram/telegram-store.ts';
import type { ChannelConfig, Log, Notice, Sender, SendResult } from './channel.ts';
import { presentable } from './foreign-words.ts';

/** Where the messages are remembered, to be kept true and taken back; and where the provider reads leads. */
export type Office = {
  store: TelegramStore;
  inbox: string | null;
  /** Leads with the same number as this one. */
  countOthers?(ref: string, most: number): Promise<number>;
};

export function telegramSender(
  config: NonNullable<ChannelConfig['telegram']>,
  log: Log,
  office: Office | null = null,
  speech = speechIn(),
): Sender {
  const chat: Chat = createChat(config.chatId, office?.store ?? null, log);
  const api = new Api(config.token, clientOptions(config, 0));
  const forgetFormer = office && createForgetFormer(office.store, config.token, log);

  /** The bot goes on hearing from Telegram when it is out of the chat: only who sends there learns of it. */
  async function tellShutOut(error: string, lead?: Lead): Promise<void> {
    if (config.buttons)
      await office?.store.reportShutOut(presentable(error, [config.token], lead)).catch(() => {});
  }

  /** Not waited for: it was sent, and must not be sent again because the store is slow. */
  function tellTaken(): void {
    if (config.buttons) office?.store.reportTaken().catch(() => {});
  }

  /** It is out, whatever the store says: sent again it would come twice. Whoever presses its button makes it known. */
  async function remember(ref: string, sent: unknown): Promise<boolean> {
    const { message_id: messageId, chat: place } = Object(sent);
    if (!Number.isInteger(messageId) || !Number.isInteger(place?.id)) return false;
    try {
      await forgetFormer?.();
      await office?.store.rememberMessage({ chatId: String(place.id), messageId, ref });
      return true;
    } catch (error) {
      const about = { ref, error: String(error) };
      log.warn(about, 'A Telegram message could not be recorded and will not be updated');
      return false;
    }
  }

  /** Where the store is away it stays in doubt, and whoever erases the lead is told to look. */
  async function forget(copy: Awaited<ReturnType<TelegramStore['expectCopy']>> | undefined): Promise<void> {
    if (copy) await office?.store.forgetMessage(copy).catch(() => {});
  }

  async function sendHtml(
    html: string,
    signal: AbortSignal,
    { lead, ...more }: { lead?: Lead; reply_markup?: Keyboard } = {},
  ): Promise<SendResult> {
    const say = async (text: string, markup?: { parse_mode: 'HTML' }) => {
      const other = { link_preview_options: { is_disabled: true }, ...markup, ...more };
      return api.sendMessage(await chat.id(), text, other, signal as unknown as GrammySignal);
    };
    const sayHtml = () => say(html, { parse_mode: 'HTML' });
    const copy = lead && (await office?.store.expectCopy({ chatId: await chat.id(), ref: lead.ref }));
    try {
      const sent = await sayHtml()
        .catch(async (error) => {
          const { movedTo } = troubleOf(error, config.token);
          if (!movedTo) throw error;
          await chat.follow(movedTo);
          return sayHtml();
        })
        .catch((error) => {
          const { code, words } = troubleOf(error, config.token);
          if (code !== 400 || !/parse entities/.test(words)) throw error;
          // Better a message without bold labels than none.
          return say(visibleText(html));
        });
      tellTaken();
      if (lead && (await remember(lead.ref, sent))) await forget(copy);
      return { ok: true };
    } catch (error) {
      // Every refusal is worth another attempt: a wrong token or a bot put out of its group is mended by a person.
      const trouble = troubleOf(error, config.token);
      if (isRefusal(trouble)) await forget(copy);
      if (isShutOut(trouble)) await tellShutOut(saidIn(error), lead);
      const retryAfterMs = trouble.retryAfterMs ?? trouble.silenceMs;
      return { ok: false, error: saidIn(error), retryAfterMs, ...(isOfMessage(trouble) && { ofLead: true }) };
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
      return sendHtml(html, signal, { lead, ...buttons });
    },
    tell: (notice, signal) => sendHtml(noticeHtml(notice), signal),
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
