import { hash } from 'node:crypto';
import querystring from 'node:querystring';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Lead } from '../leads/lead.ts';
import { type Locale, localeIn } from '../leads/locale.ts';
import { readableLine } from '../leads/readable.ts';
import {
  type ChannelConfig,
  emailChannel,
  type Notice,
  type Reminder,
  type Sender,
  type SendResult,
} from './channel.ts';
import { leadMessage, reminderText } from './message.ts';

/** One recipient: a mail to several would be sent again to all when one of them is refused. */
export function emailSender(
  config: NonNullable<ChannelConfig['email']>,
  recipient: string,
  locale: Locale = localeIn(),
  inbox: string | null = null,
): Sender {
  async function sendMail(mail: SendMailOptions, signal: AbortSignal): Promise<SendResult> {
    // Only a pool can be closed by force during a delivery. It serves this one message.
    const transport = createTransport({
      url: config.smtpUrl,
      pool: true,
      maxConnections: 1,
      maxRequeues: 0,
      ...(mustEncrypt(config.smtpUrl) && { requireTLS: true }),
    });
    const abort = () => transport.close({ force: true });
    signal.addEventListener('abort', abort);
    try {
      const { accepted } = await transport.sendMail({ ...mail, ...always });
      return accepted.length > 0 ? { ok: true } : { ok: false, error: 'the recipient was not accepted' };
    } catch (error) {
      return { ok: false, error: mailError(error), ...(isRejected(error) && { rejected: true }) };
    } finally {
      signal.removeEventListener('abort', abort);
      transport.close();
    }
  }

  const domain = /@([a-z0-9.-]+)/i.exec(config.from)?.[1] ?? 'localhost';
  const messageId = (id: string) => `<${id}@${domain}>`;
  const leadId = (lead: Lead) => messageId(`lead-${lead.ref.toLowerCase()}`);
  const addresses = { from: config.from, to: recipient };

  return {
    channel: emailChannel(recipient),
    secrets: passwordsIn(config.smtpUrl),
    // The same id in every attempt: mailboxes show a message that came twice once.
    sendLead: (lead, { signal }) =>
      sendMail({ ...addresses, messageId: leadId(lead), ...leadMail(lead, locale, inbox) }, signal),
    sendReminder: (lead, reminder, { key, signal }) =>
      sendMail(
        {
          ...addresses,
          ...leadMail(lead, locale, inbox, reminder),
          ...{ messageId: messageId(hash('sha256', key)), inReplyTo: leadId(lead), references: leadId(lead) },
        },
        signal,
      ),
    sendNotice: (notice, { key, signal }) =>
      sendMail({ ...addresses, messageId: messageId(hash('sha256', key)), ...noticeMail(notice) }, signal),
  };
}

/**
 * Without STARTTLS the password and the lead would be sent in clear. Parameters in the address, such as
 * `?requireTLS=false`, override this.
 */
export function mustEncrypt(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  const isChosen = ['requireTLS', 'ignoreTLS', 'opportunisticTLS'].some((name) => searchParams.has(name));
  return protocol === 'smtp:' && !isChosen && !/^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname);
}

function leadMail(lead: Lead, locale: Locale, inbox: string | null, reminder?: Reminder) {
  const message = leadMessage(lead, locale);
  const name = readableLine(lead.name);
  const notes = [reminder && reminderText(reminder, locale), message.warning].filter(Boolean);
  return {
    subject: [...notes, message.title, name].join(' · '),
    ...(isPlainAddress(lead.email) && { replyTo: { name, address: lead.email } }),
    text: [
      ...notes.flatMap((note) => [note, '']),
      ...message.fields.map(({ label, value }) => `${label}: ${value}`),
      '',
      `${message.textLabel}:`,
      message.text,
      '',
      ...(inbox ? [`${locale.words.lead.inInbox}: ${inbox}/leads/${lead.ref}`, ''] : []),
    ].join('\n'),
  };
}

const noticeMail = ({ title, code, text }: Notice) => ({
  subject: title,
  text: `${[title, ...(code ? [code] : []), text].join('\n\n')}\n`,
});

const always = {
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
};

/** One address without quotes, comments or lists, which could misdirect an answer. */
function isPlainAddress(email: string | null): email is string {
  return email !== null && /^[\w.%+'-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(email);
}

/** The server refused the text itself; a full or missing mailbox is refused earlier. */
const isRejected = (error: unknown) => (error as { code?: string }).code === 'EMESSAGE';

function mailError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  return code + error.message;
}

/** As written in the address, and as sent to the server. */
function passwordsIn(smtpUrl: string): string[] {
  const { password } = new URL(smtpUrl);
  return password ? [password, querystring.unescape(password)] : [];
}
