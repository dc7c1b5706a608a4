import querystring from 'node:querystring';
import { createTransport } from 'nodemailer';
import type { Lead } from '../store/store.ts';
import type { ChannelConfig, Log, Sender, SendResult } from './channel.ts';
import { leadMessage } from './message.ts';
import { readableLine } from './readable.ts';

export function emailSender(config: NonNullable<ChannelConfig['email']>, log: Log): Sender {
  async function send(lead: Lead, signal: AbortSignal): Promise<SendResult> {
    // A pool of one, made for this message: only a pool can be closed by force in the middle of a delivery,
    // and nothing stays open between two leads that may be days apart.
    const transport = createTransport({
      url: config.smtpUrl,
      pool: true,
      maxConnections: 1,
      maxRequeues: 0,
    });
    const giveUp = () => transport.close({ force: true });
    signal.addEventListener('abort', giveUp);
    try {
      const { accepted, rejected } = await transport.sendMail(leadMail(lead, config));
      if (accepted.length === 0) return { ok: false, error: 'no recipient was accepted' };
      // Trying again would send doubles to those who have it.
      if (rejected.length > 0)
        log.warn(
          { channel: 'email', ref: lead.ref, rejected: rejected.length },
          'Some recipients in MAIL_TO were refused',
        );
      return { ok: true };
    } catch (error) {
      return { ok: false, error: mailError(error) };
    } finally {
      signal.removeEventListener('abort', giveUp);
      transport.close();
    }
  }

  return { channel: 'email', secrets: passwordsIn(config.smtpUrl), send };
}

export function leadMail(lead: Lead, { from, to }: { from: string; to: string }) {
  const message = leadMessage(lead);
  const name = readableLine(lead.name);
  return {
    from,
    to,
    subject: [message.warning, message.title, name].filter(Boolean).join(' · '),
    // The same in every attempt: mailboxes show a message that came twice once.
    messageId: `<lead-${lead.ref.toLowerCase()}@${/@([a-z0-9.-]+)/i.exec(from)?.[1] ?? 'localhost'}>`,
    ...(isPlainAddress(lead.email) && { replyTo: { name, address: lead.email } }),
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: [
      ...(message.warning ? [message.warning, ''] : []),
      ...message.fields.map(({ label, value }) => `${label}: ${value}`),
      '',
      `${message.textLabel}:`,
      message.text,
      '',
    ].join('\n'),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** One address without quotes, comments or lists: what else is allowed in the header serves only to misdirect. */
function isPlainAddress(email: string | null): email is string {
  return email !== null && /^[\w.%+'-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(email);
}

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
