import { startMailStandIn } from './mail.ts';
import { startTelegramStandIn, type TelegramMessage } from './telegram.ts';

/** Telegram and a mail server for `npm run dev`, which print what they receive. `environment`: settings of the server. */
export async function startDevelopmentStandIns(print: (text: string) => void = console.log) {
  const frame = (title: string, text: string) =>
    print(`\n── ${title} ${'─'.repeat(40 - title.length)}\n${text.trim()}\n${'─'.repeat(44)}\n`);

  const token = '1:development';
  const chatId = '1';
  const telegram = await startTelegramStandIn({
    token,
    chatId,
    onMessage: (message) => frame('Telegram message', telegramText(message)),
    onEdit: (message) => frame('Telegram message, edited', telegramText(message)),
  });
  const mail = await startMailStandIn({
    onMail: ({ headers, text }) =>
      frame(
        'E-mail',
        `To: ${headers.to}\nReply-To: ${headers['reply-to'] ?? '–'}\nSubject: ${headers.subject}\n\n${text}`,
      ),
  });
  return {
    environment: {
      TELEGRAM_BOT_TOKEN: token,
      TELEGRAM_CHAT_ID: chatId,
      TELEGRAM_API_URL: telegram.url,
      SMTP_URL: mail.url,
      MAIL_FROM: 'site@example.uz',
      MAIL_TO: 'staff@example.uz',
    },
    /** As in an outage; the messages wait, and come when it is over. */
    setDown(service: 'telegram' | 'mail', down: boolean) {
      if (service === 'telegram') telegram.behave(down ? { status: 503 } : 'accept');
      else mail.behave(down ? 'disconnect' : 'accept');
    },
    async stop() {
      await Promise.all([telegram.stop(), mail.stop()]);
    },
  };
}

const telegramText = ({ text, buttons }: TelegramMessage) =>
  [text, ...buttons.map((row) => row.map((button) => `[ ${button.text} ]`).join(' '))].join('\n');
