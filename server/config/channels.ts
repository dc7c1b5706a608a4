import addressparser from 'nodemailer/lib/addressparser';
import { defaultLanguage, languageCodes } from '#contract/languages.ts';
import { type BotConfig, type ChannelConfig, emailChannel } from '#server/outbox/channel.ts';
import type { EnvironmentReader } from './environment.ts';

/** A channel with only some of its settings is a mistake: it would send nothing. */
export function readChannels(read: EnvironmentReader) {
  const bot = readBot(read);
  return {
    bot,
    language: read.oneOf('STAFF_LANGUAGE', languageCodes) ?? defaultLanguage,
    telegram: bot?.chatId ? { ...bot, chatId: bot.chatId } : null,
    email: readEmail(read),
    webhook: readWebhook(read),
  };
}

/** A token may come without a chat: the bot replies to /start with the chat's ID. */
function readBot(read: EnvironmentReader): BotConfig | null {
  const token = read.text('TELEGRAM_BOT_TOKEN');
  const chatId = read.text('TELEGRAM_CHAT_ID');
  const apiUrl = read.address('TELEGRAM_API_URL', ['https', 'http']) ?? 'https://api.telegram.org';
  const buttons = read.oneOf('TELEGRAM_BUTTONS', ['on', 'off']) !== 'off';
  if (!token && !chatId) return null;
  if (!token) return read.addError('TELEGRAM_BOT_TOKEN is missing: TELEGRAM_CHAT_ID needs it.');
  if (!chatId && !buttons)
    return read.addError(
      'TELEGRAM_CHAT_ID is missing: TELEGRAM_BOT_TOKEN needs it. To learn the ID, set TELEGRAM_BUTTONS=on and send /start in the chat.',
    );
  if (!/^\d+:[\w-]+$/.test(token))
    return read.addError('TELEGRAM_BOT_TOKEN must look like 123456:ABC-def, exactly as BotFather gave it.');
  if (chatId && !/^(-?\d+|@\w+)$/.test(chatId))
    return read.addError('TELEGRAM_CHAT_ID must be a number like -1001234567890, or @name.');
  if (/^100\d{10}$/.test(chatId ?? ''))
    return read.addError('TELEGRAM_CHAT_ID has lost its minus: the ID of a group is like -1001234567890.');
  return { token, chatId, apiUrl: apiUrl.replace(/\/$/, ''), buttons };
}

function readEmail(read: EnvironmentReader): ChannelConfig['email'] {
  const to = read.text('MAIL_TO');
  const from = read.text('MAIL_FROM');
  const smtpUrl = read.address('SMTP_URL', ['smtp', 'smtps']);
  if (!read.text('SMTP_URL'))
    return to || from ? read.addError('SMTP_URL is missing: MAIL_TO and MAIL_FROM need it.') : null;
  if (!to) return read.addError('MAIL_TO is missing: SMTP_URL is set, but nobody would receive the mail.');
  if (from && !/[^\s@]@[^\s@]/.test(from)) return read.addError('MAIL_FROM must be an email address.');
  const recipients = new Map<string, string>();
  for (const { address, name } of addressparser(to, { flatten: true })) {
    // A forgotten comma makes one address the name of the next.
    if (!/^[^\s@,"<>]+@[^\s@,"<>]+$/.test(address) || name.includes('@'))
      return read.addError('MAIL_TO must contain email addresses separated by commas.');
    recipients.set(emailChannel(address), address);
  }
  const [first, ...others] = recipients.values();
  return smtpUrl === null || !first ? null : { smtpUrl, to: [first, ...others], from: from ?? first };
}

function readWebhook(read: EnvironmentReader): ChannelConfig['webhook'] {
  const secret = read.text('WEBHOOK_SECRET');
  const url = read.address('WEBHOOK_URL', ['https', 'http']);
  if (!read.text('WEBHOOK_URL'))
    return secret ? read.addError('WEBHOOK_URL is missing: WEBHOOK_SECRET is useless without it.') : null;
  if (!secret || !/^whsec_(?=.{32,88}$)[A-Za-z0-9+/]+={0,2}$/.test(secret))
    return read.addError(
      'WEBHOOK_SECRET must be whsec_ and 24 to 64 bytes in base64 (openssl rand -base64 32).',
    );
  return url === null ? null : { url, secret };
}
