import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Webhook } from 'standardwebhooks';
import { hourMs } from '#contract/tashkent-time.ts';
import type { Lead } from '#server/leads/lead.ts';
import type { ChannelConfig, Sender } from './channel.ts';
import { Gone, RateLimited, Rejected } from './errors.ts';

/** Of the whole attempt, connecting included. */
const limitMs = 15_000;

export function webhookSender({ url, secret }: NonNullable<ChannelConfig['webhook']>): Sender {
  const signer = new Webhook(secret);

  /** The id is the same in every attempt, so that the receiver recognises repeats. */
  async function post(id: string, content: object): Promise<void> {
    const body = JSON.stringify(content);
    const now = new Date();
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': Math.floor(now.getTime() / 1000),
      'webhook-signature': signer.sign(id, now, body),
    };
    // `fetch` refuses addresses with a password.
    const open = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = open(url, { method: 'POST', headers, agent: false });
    const limit = setTimeout(() => request.destroy(new Error(`no answer within ${limitMs} ms`)), limitMs);
    try {
      const [response] = (await once(request.end(body), 'response')) as [IncomingMessage];
      response.destroy();
      throwUnlessAccepted(response);
    } finally {
      clearTimeout(limit);
    }
  }

  return {
    channel: 'webhook',
    secrets: [secret, url],
    send(message) {
      if (message.kind === 'event') {
        const { key, ref, lead, at: timestamp } = message;
        const type = `contact_submission.${lead ? 'changed' : 'erased'}`;
        return post(key.replaceAll(':', '_'), { type, timestamp, data: lead ? leadData(lead) : { ref } });
      }
      return message.kind === 'staff'
        ? post(`notice_${message.key}`, {
            type: 'contact_service.notice',
            timestamp: new Date().toISOString(),
            data: { title: message.title, text: message.text },
          })
        : post(`lead_${message.lead.ref}`, {
            type: 'contact_submission.created',
            timestamp: message.lead.createdAt,
            data: leadData(message.lead),
          });
    },
  };
}

function leadData({ ref, name, phone, email, message, language, spam, createdAt, ...lead }: Lead) {
  const typed = { name, phone, email, message };
  const { source, campaign, status } = lead;
  const about = { language, suspected_spam: spam, source, campaign, status };
  return { ref, ...typed, ...about, created_at: createdAt };
}

/** Bad request, content too large, unprocessable content. */
const rejections = [400, 413, 422];

function throwUnlessAccepted({ statusCode: status = 0, headers }: IncomingMessage): void {
  if (status >= 200 && status < 300) return;
  const waitMs = waitOf(headers['retry-after'] ?? (status === 429 ? '60' : ''));
  if (waitMs && (status === 429 || status === 503)) throw new RateLimited(`HTTP ${status}`, waitMs);
  if (status === 410) throw new Gone('HTTP 410');
  const hint = status >= 300 && status < 400 ? ': redirects are not followed' : '';
  throw new (rejections.includes(status) ? Rejected : Error)(`HTTP ${status}${hint}`);
}

const maxWaitMs = hourMs;

/** `Retry-After`: seconds or a date. */
function waitOf(retryAfter: string): number {
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Math.min(Math.max(ms || 0, 0), maxWaitMs);
}
