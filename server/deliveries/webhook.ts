import { randomUUID } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Lead } from '../store/store.ts';
import type { ChannelConfig, Notice, Sender, SendResult } from './channel.ts';
import { connectionError, readAtMost, retryAfterMs } from './http-answer.ts';

type WebhookConfig = NonNullable<ChannelConfig['webhook']>;

const answerLimit = 16 * 1024;
const restMs = 1000;

export function webhookSender(config: WebhookConfig): Sender {
  const url = new URL(config.url);
  const signer = new Webhook(config.secret);

  async function sendSigned(id: string, body: string, signal: AbortSignal): Promise<SendResult> {
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
      // The status is the answer. The rest is taken in for a moment, so that nobody is cut off who is about to finish.
      await Promise.race([readAtMost(response, answerLimit), sleep(restMs, undefined, { ref: false })]).catch(
        () => {},
      );
      response.destroy();
      return result(response);
    } catch (error) {
      return { ok: false, error: connectionError(error) };
    }
  }

  return {
    channel: 'webhook',
    secrets: [config.secret, config.url],
    // The same id in every attempt, so that the receiver can tell a repetition.
    send: (lead, signal) => sendSigned(`lead_${lead.ref}`, webhookBody(lead), signal),
    tell: (notice, signal) => sendSigned(`notice_${randomUUID()}`, noticeBody(notice), signal),
  };
}

function webhookBody(lead: Lead): string {
  return JSON.stringify({
    type: 'contact_submission.created',
    timestamp: lead.createdAt.toISOString(),
    data: {
      ref: lead.ref,
      name: lead.name,
      phone: lead.phone,
      email: lead.email,
      message: lead.message,
      language: lead.language,
      suspected_spam: lead.suspectedSpam,
      source: lead.source,
      campaign: lead.campaign,
      created_at: lead.createdAt.toISOString(),
    },
  });
}

function noticeBody({ title, text }: Notice): string {
  return JSON.stringify({
    type: 'contact_service.notice',
    timestamp: new Date().toISOString(),
    data: { title, text },
  });
}

type Post = { headers: Record<string, string | number>; body: string; signal: AbortSignal };

/** Not `fetch`: it takes no address with a password in it, nor certain ports. Redirects are not followed. */
function post(url: URL, { headers, body, signal }: Post): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers, signal, agent: false })
      .on('response', resolve)
      .on('error', reject)
      .end(body);
  });
}

function result(response: IncomingMessage): SendResult {
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) return { ok: true };
  return {
    ok: false,
    // Bad request, content too large, content that cannot be processed.
    ...([400, 413, 422].includes(status) && { ofLead: true }),
    error: status >= 300 && status < 400 ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`,
    retryAfterMs: retryAfterMs({
      status,
      retryAfter: response.headers['retry-after'],
      date: response.headers.date,
    }),
  };
}
