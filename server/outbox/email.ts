import { hash } from 'node:crypto';
import querystring from 'node:querystring';
import { createTransport } from 'nodemailer';
import type { Lead } from '#server/leads/lead.ts';
import { readableLine } from '#server/leads/readable.ts';
import {
  type ChannelConfig,
  emailChannel,
  type LeadMessage,
  type OutboxMessage,
  type Sender,
  type StaffMessage,
  type StaffMessageFormat,
} from './channel.ts';
import { Rejected } from './errors.ts';
import { leadParts, reminderText } from './lead-text.ts';

/** Mail servers often make unknown senders wait for half a minute. */
const greetingTimeout = 40_000;

/** Sends to one recipient. If a mail to several were refused for one, the retry would go to all. */
export function emailSender(
  { smtpUrl, from }: NonNullable<ChannelConfig['email']>,
  recipient: string,
  format: StaffMessageFormat,
): Sender {
  const domain = /@([a-z0-9.-]+)/i.exec(from)?.[1] ?? 'localhost';
  const leadMessageId = ({ ref }: Lead) => `<lead-${ref.toLowerCase()}@${domain}>`;

  /** Mail programs hide repeated mails with the same Message-ID. */
  function mailOf(message: Exclude<OutboxMessage, { kind: 'event' }>) {
    if (message.kind === 'lead')
      return { messageId: leadMessageId(message.lead), ...leadMail(message, format) };
    const messageId = `<${hash('sha256', message.key)}@${domain}>`;
    if (message.kind === 'staff') return { messageId, ...staffMail(message) };
    const first = leadMessageId(message.lead);
    return { messageId, inReplyTo: first, references: first, ...leadMail(message, format) };
  }

  return {
    channel: emailChannel(recipient),
    secrets: passwordsIn(smtpUrl),
    async send(message) {
      if (message.kind === 'event') return;
      const headers = { 'Auto-Submitted': 'auto-generated' };
      const mail = { from, to: recipient, headers, ...mailOf(message) };
      await mailTransport(smtpUrl)
        .sendMail(mail)
        .catch((error: NodeJS.ErrnoException) => {
          // The server refused the text, not the recipient.
          throw error.code === 'EMESSAGE' ? new Rejected(error.message) : error;
        });
    },
  };
}

export function mailTransport(url: string) {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout, socketTimeout: 20_000 };
  return createTransport({ url, ...timeouts, ...(mustEncrypt(url) && { requireTLS: true }) });
}

/** Requires STARTTLS of remote servers, unless a parameter such as `?requireTLS=false` says otherwise. */
export function mustEncrypt(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  const isChosen = ['requireTLS', 'ignoreTLS', 'opportunisticTLS'].some((name) => searchParams.has(name));
  return protocol === 'smtp:' && !isChosen && !/^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname);
}

function leadMail(message: LeadMessage, { locale, inboxUrl }: StaffMessageFormat) {
  const { lead } = message;
  const content = leadParts(lead, locale);
  const name = readableLine(lead.name);
  const reminder = message.kind === 'reminder' ? reminderText(message, locale) : null;
  const notices = [reminder, content.warning].filter((notice) => notice !== null);
  return {
    subject: [...notices, content.title, name].join(' · '),
    // Mail programs would decode a name such as `=?utf-8?B?…?=`.
    ...(isPlainAddress(lead.email) && {
      replyTo: { name: name.replaceAll('=?', '= ?'), address: lead.email },
    }),
    text: [
      ...notices.flatMap((notice) => [notice, '']),
      ...content.fields.map(({ label, value }) => `${label}: ${value}`),
      '',
      `${content.textLabel}:`,
      content.text,
      '',
      ...(inboxUrl ? [`${locale.words.lead.inInbox}: ${inboxUrl}/leads/${lead.ref}`, ''] : []),
    ].join('\n'),
  };
}

const staffMail = ({ title, code, text }: StaffMessage) => ({
  subject: title,
  text: `${[title, ...(code ? [code] : []), text].join('\n\n')}\n`,
});

/** Quotes, comments or lists could misdirect a reply. */
function isPlainAddress(email: string | null): email is string {
  return email !== null && /^[\w.%+'-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(email);
}

/** The password as SMTP_URL has it, and decoded, as it is sent to the server. */
function passwordsIn(smtpUrl: string): string[] {
  const { password } = new URL(smtpUrl);
  return password ? [password, querystring.unescape(password)] : [];
}
