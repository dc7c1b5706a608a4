import querystring from 'node:querystring';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { readableLine } from '../leads/readable.ts';
import { speechIn } from '../leads/speech.ts';
import type { Lead } from '../store/store.ts';
import { type ChannelConfig, emailChannel, type Notice, type Sender, type SendResult } from './channel.ts';
import { leadMessage } from './message.ts';

/** One recipient: a mail to several would be sent again to all when one of them was turned away. */
export function emailSender(
  config: NonNullable<ChannelConfig['email']>,
  recipient: string,
  speech = speechIn(),
  inbox: string | null = null,
): Sender {
  async function sendMail(mail: SendMailOptions, signal: AbortSignal): Promise<SendResult> {
    // A pool of one, made for this message: only a pool can be closed by force in the middle of a delivery,
    // and nothing stays open between two leads that may be days apart.
    const transport = createTransport({
      url: config.smtpUrl,
      pool: true,
      maxConnections: 1,
      maxRequeues: 0,
      ...(mustEncrypt(config.smtpUrl) && { requireTLS: true }),
    });
    const giveUp = () => transport.close({ force: true });
    signal.addEventListener('abort', giveUp);
    try {
      const { accepted } = await transport.sendMail(mail);
      return accepted.length > 0 ? { ok: true } : { ok: false, error: 'the recipient was not accepted' };
    } catch (error) {
      return { ok: false, error: mailError(error), ...(isOfMessage(error) && { ofLead: true }) };
    } finally {
      signal.removeEventListener('abort', giveUp);
      transport.close();
    }
  }

  const between = { from: config.from, to: recipient };
  return {
    channel: emailChannel(recipient),
    secrets: passwordsIn(config.smtpUrl),
    send: (lead, signal) => sendMail(leadMail(lead, between, speech, inbox), signal),
    tell: (notice, signal) => sendMail(noticeMail(notice, between), signal),
  };
}

/**
 * Without this a server, or somebody on the way to it, that offers no STARTTLS would be sent the password and
 * the lead in clear. Within the machine there is nobody on the way. One of nodemailer's own parameters in the
 * address, e.g. `?requireTLS=false`, has the last word.
 */
export function mustEncrypt(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  const decided = ['requireTLS', 'ignoreTLS', 'opportunisticTLS'].some((name) => searchParams.has(name));
  return protocol === 'smtp:' && !decided && !/^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname);
}

type Between = { from: string; to: string };

/** `inbox`: where the provider works on leads; null when there is no such place. */
export function leadMail(
  lead: Lead,
  { from, to }: Between,
  speech = speechIn(),
  inbox: string | null = null,
) {
  const message = leadMessage(lead, speech);
  const name = readableLine(lead.name);
  return {
    from,
    to,
    subject: [message.warning, message.title, name].filter(Boolean).join(' · '),
    // The same in every attempt: mailboxes show a message that came twice once.
    messageId: `<lead-${lead.ref.toLowerCase()}@${/@([a-z0-9.-]+)/i.exec(from)?.[1] ?? 'localhost'}>`,
    ...(isPlainAddress(lead.email) && { replyTo: { name, address: lead.email } }),
    text: [
      ...(message.warning ? [message.warning, ''] : []),
      ...message.fields.map(({ label, value }) => `${label}: ${value}`),
      '',
      `${message.textLabel}:`,
      message.text,
      '',
      ...(inbox ? [`${speech.words.lead.inInbox}: ${inbox}/leads/${lead.ref}`, ''] : []),
    ].join('\n'),
    ...byProgram,
  };
}

function noticeMail({ title, code, text }: Notice, between: Between) {
  return {
    ...between,
    subject: title,
    text: `${[title, ...(code ? [code] : []), text].join('\n\n')}\n`,
    ...byProgram,
  };
}

const byProgram = {
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
};

/** One address without quotes, comments or lists: what else is allowed in the header serves only to misdirect. */
function isPlainAddress(email: string | null): email is string {
  return email !== null && /^[\w.%+'-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(email);
}

/** The answer to the text itself. A mailbox that is full, or gone, refuses before that. */
const isOfMessage = (error: unknown) => (error as { code?: string }).code === 'EMESSAGE';

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
