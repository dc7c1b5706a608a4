import { hash } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Webhook } from 'standardwebhooks';
import type { Lead } from '../leads/lead.ts';
import type { ChannelConfig, Sender, SendResult } from './channel.ts';
import { connectionError, retryAfterMs } from './http-answer.ts';

export function webhookSender(config: NonNullable<ChannelConfig['webhook']>): Sender {
  const url = new URL(config.url);
  const signer = new Webhook(config.secret);

  async function sendSigned(id: string, content: object, signal: AbortSignal): Promise<SendResult> {
    const body = JSON.stringify(content);
    const now = new Date();
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'webhook-id': id,
      'webhook-timestamp': Math.floor(now.getTime() / 1000),
      'webhook-signature': signer.sign(id, now, body),
    };
    try {
      const response = await post(url, { headers, body, signal });
      response.destroy();
      return resultOf(response);
    } catch (error) {
      return { ok: false, error: connectionError(error) };
    }
  }

  return {
    channel: 'webhook',
    secrets: [config.secret, config.url],
    // The same id in every attempt, so that the receiver recognises a repetition.
    sendLead: (lead, { signal }) =>
      sendSigned(
        `lead_${lead.ref}`,
        { type: 'contact_submission.created', timestamp: lead.createdAt, data: leadData(lead) },
        signal,
      ),
    sendReminder: (lead, { reason, note }, { key, signal }) =>
      sendSigned(
        `reminder_${hash('sha256', key)}`,
        { type: 'contact_submission.reminder', timestamp: now(), data: { ...leadData(lead), reason, note } },
        signal,
      ),
    sendNotice: ({ title, text }, { key, signal }) =>
      sendSigned(
        `notice_${hash('sha256', key)}`,
        { type: 'contact_service.notice', timestamp: now(), data: { title, text } },
        signal,
      ),
  };
}

const now = () => new Date().toISOString();

const leadData = (lead: Lead) => ({
  ref: lead.ref,
  name: lead.name,
  phone: lead.phone,
  email: lead.email,
  message: lead.message,
  language: lead.language,
  suspected_spam: lead.spam,
  source: lead.source,
  campaign: lead.campaign,
  created_at: lead.createdAt,
});

type Post = { headers: Record<string, string | number>; body: string; signal: AbortSignal };

/** Not `fetch`, which refuses addresses with a password and certain ports. Redirects are not followed. */
function post(url: URL, { headers, body, signal }: Post): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers, signal, agent: false })
      .on('response', resolve)
      .on('error', reject)
      .end(body);
  });
}

/** Bad request, content too large, content that cannot be processed: other messages may be taken. */
const rejections = [400, 413, 422];

function resultOf({ statusCode: status = 0, headers }: IncomingMessage): SendResult {
  if (status >= 200 && status < 300) return { ok: true };
  return {
    ok: false,
    error: status >= 300 && status < 400 ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`,
    retryAfterMs: retryAfterMs({ status, retryAfter: headers['retry-after'], date: headers.date }),
    ...(rejections.includes(status) && { rejected: true }),
  };
}
