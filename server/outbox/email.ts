import { hash } from 'node:crypto';
import querystring from 'node:querystring';
import { createTransport } from 'nodemailer';
import type { Lead } from '../leads/lead.ts';
import { readableLine } from '../leads/readable.ts';
import {
  type ChannelConfig,
  emailChannel,
  type OutboxMessage,
  type Sender,
  type StaffMessage,
} from './channel.ts';
import { Rejected } from './errors.ts';
import type { View } from './lead-html.ts';
import { leadText, reminderText } from './lead-text.ts';

/** Mail servers often make unknown senders wait for half a minute. */
const greetingTimeout = 40_000;

/** One recipient: if a mail to several were refused for one, all would get it again. */
export function emailSender(
  { smtpUrl, from }: NonNullable<ChannelConfig['email']>,
  recipient: string,
  view: View,
): Sender {
  const domain = /@([a-z0-9.-]+)/i.exec(from)?.[1] ?? 'localhost';
  const leadId = ({ ref }: Lead) => `<lead-${ref.toLowerCase()}@${domain}>`;

  /** Mail programs hide repeated mails with the same Message-ID. */
  function mailOf(message: OutboxMessage) {
    if (message.kind === 'lead') return { messageId: leadId(message.lead), ...leadMail(message, view) };
    const messageId = `<${hash('sha256', message.key)}@${domain}>`;
    if (message.kind === 'staff') return { messageId, ...staffMail(message) };
    const first = leadId(message.lead);
    return { ...{ messageId, inReplyTo: first, references: first }, ...leadMail(message, view) };
  }

  return {
    channel: emailChannel(recipient),
    secrets: passwordsIn(smtpUrl),
    async send(message) {
      const timeouts = { connectionTimeout: 10_000, greetingTimeout, socketTimeout: 20_000 };
      const tls = mustEncrypt(smtpUrl) && { requireTLS: true };
      const transport = createTransport({ url: smtpUrl, ...timeouts, ...tls });
      const headers = { 'Auto-Submitted': 'auto-generated' };
      const mail = { from, to: recipient, headers, ...mailOf(message) };
      await transport.sendMail(mail).catch((error: NodeJS.ErrnoException) => {
        // The server refused the text, not the recipient.
        throw error.code === 'EMESSAGE' ? new Rejected(error.message) : error;
      });
    },
  };
}

/** Requires STARTTLS of remote servers, unless a parameter such as `?requireTLS=false` says otherwise. */
export function mustEncrypt(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  const isChosen = ['requireTLS', 'ignoreTLS', 'opportunisticTLS'].some((name) => searchParams.has(name));
  return protocol === 'smtp:' && !isChosen && !/^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname);
}

function leadMail(about: Exclude<OutboxMessage, { kind: 'staff' }>, { locale, inboxUrl }: View) {
  const { lead } = about;
  const message = leadText(lead, locale);
  const name = readableLine(lead.name);
  const reminder = about.kind === 'reminder' ? reminderText(about, locale) : null;
  const notes = [reminder, message.warning].filter((note) => note !== null);
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

/** As written in the address, and as sent to the server. */
function passwordsIn(smtpUrl: string): string[] {
  const { password } = new URL(smtpUrl);
  return password ? [password, querystring.unescape(password)] : [];
}
