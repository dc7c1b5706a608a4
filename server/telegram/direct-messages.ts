/** The first direct message of a person to a colleague's account becomes a lead. Nothing later is stored, and nothing is answered. */
import type { Bot } from 'grammy';
import type { Message } from 'grammy/types';
import { isLanguage } from '#contract/languages.ts';
import { dayMs } from '#contract/tashkent-time.ts';
import type { Db } from '#server/db/db.ts';
import { addLead } from '#server/leads/add.ts';
import { changeStatus, readNote } from '#server/leads/change.ts';
import { findLastDirect } from '#server/leads/find.ts';
import type { Locale } from '#server/leads/locale.ts';
import { dialableNumber } from '#server/leads/phone.ts';
import type { BotConfig } from '#server/outbox/channel.ts';
import type { Log } from '#server/runtime/log.ts';
import { watchAccounts } from './accounts.ts';
import { nameOf } from './chat.ts';

type Dependencies = { db: Db; config: BotConfig; log: Log; locale: Locale; wake(): void };

/** Someone who writes again after this time is a new lead. */
const sameLeadMs = 90 * dayMs;

/** Telegram itself, its support and its codes. Sign-in codes come from the first. */
const telegramsOwn = [777_000, 42_777, 489_000];

export function addDirectMessages(bot: Bot, { db, config, log, locale, wake }: Dependencies): void {
  const accounts = watchAccounts({ db, config, log });

  bot.on('business_connection', async ({ api, businessConnection }) => {
    await accounts.update(api, businessConnection);
  });

  bot.on('business_message', async ({ api, businessMessage: msg }) => {
    const { from, chat } = msg;
    const text = textOf(msg, locale);
    if (!from || from.is_bot || text === null) return;
    const account = await accounts.accountOf(api, msg.business_connection_id ?? '');
    if (!account || String(chat.id) === account.user_id) return;
    const telegramId = String(chat.id);
    const at = new Date(msg.date * 1000);
    const last = await findLastDirect(db, telegramId);
    if (String(from.id) === account.user_id) {
      // Telegram sends greetings by itself.
      const isAnswer = last?.status === 'new' && !msg.is_from_offline && !msg.sender_business_bot;
      if (!isAnswer) return;
      await changeStatus(db, last.ref, { from: 'new', to: 'contacted' }, { who: account.name, at });
    } else {
      const isKnown =
        last && last.status !== 'lost' && at.getTime() - Date.parse(last.createdAt) < sameLeadMs;
      if (isKnown || telegramsOwn.includes(from.id) || (await accounts.isStaff(api, from.id))) return;
      const language = from.language_code?.split('-')[0];
      await addLead(
        db,
        {
          name: nameOf(from),
          phone: waysToReach(msg),
          email: null,
          message: text,
          language: isLanguage(language) ? language : null,
          source: 'telegram-direct',
          campaign: null,
          spam: false,
          telegramId,
          idempotencyKey: `direct:${telegramId}:${msg.message_id}`,
        },
        at,
        account.name,
      );
    }
    wake();
  });
}

/** Null for a service message. */
function textOf(msg: Message, { words }: Locale): string | null {
  const typed = readNote(msg.text ?? msg.caption ?? '');
  if (typed) return typed;
  const { photo, voice, video, contact, file, other } = words.direct;
  if (msg.photo) return photo;
  if (msg.voice) return voice;
  if (msg.video || msg.video_note || msg.animation) return video;
  if (msg.contact) return contact;
  if (msg.document || msg.audio) return file;
  return msg.sticker || msg.location || msg.poll || msg.story || msg.dice || msg.text ? other : null;
}

function waysToReach({ from, contact, text, caption }: Message): string {
  const own = contact && (contact.user_id ?? from?.id) === from?.id ? contact.phone_number : '';
  const number = dialableNumber(own.replace(/^(?=\d)/, '+')) ?? dialableNumber(text ?? caption ?? '');
  return [number, from?.username && `@${from.username}`].filter(Boolean).join(' ');
}
