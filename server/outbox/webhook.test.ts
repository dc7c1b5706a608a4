import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exampleLead } from '../../tests/leads.ts';
import { startHttpStandIn } from '../../tests/stand-ins/http.ts';
import { Rejected } from './errors.ts';
import { webhookSender } from './webhook.ts';

const secret = `whsec_${Buffer.from('a key of thirty-two bytes or so..').toString('base64')}`;
let receiver: Awaited<ReturnType<typeof startHttpStandIn>>;

const from = { source: 'instagram', campaign: 'reels12' };
const sender = (changes: object = {}) =>
  webhookSender({ url: `${receiver.url}/leads?from=site`, secret, ...changes });
const send = (changes: object = {}) =>
  sender(changes).send({ kind: 'lead', key: 'lead:K7Q2-9F3D:webhook', lead: exampleLead(from) });

beforeEach(async () => {
  receiver = await startHttpStandIn(() => ({ status: 204 }));
});
afterEach(() => receiver.stop());

describe('a call', () => {
  test('carries the whole lead under a signature the receiver can verify', async () => {
    await send();
    const { path, headers, body } = receiver.requests[0] ?? expect.fail('no request');
    expect(path).toBe('/leads?from=site');
    expect(headers['content-type']).toBe('application/json');
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({
      type: 'contact_submission.created',
      timestamp: '2026-10-31T20:05:09.876Z',
      data: {
        ref: 'K7Q2-9F3D',
        name: 'Dilnoza Karimova',
        phone: '+998 90 123 45 67',
        email: 'dilnoza@example.uz',
        message: 'Salom!\nItaliya haqida soʻramoqchi edim.',
        language: 'uz',
        suspected_spam: false,
        source: 'instagram',
        campaign: 'reels12',
        created_at: '2026-10-31T20:05:09.876Z',
      },
    });
  });

  test('has the same id in every attempt', async () => {
    await send();
    await send();
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([
      'lead_K7Q2-9F3D',
      'lead_K7Q2-9F3D',
    ]);
  });

  test('may be a notice', async () => {
    const notice = { title: 'Kunlik hisobot', text: 'Yangi murojaat yoʻq' };
    await sender().send({ kind: 'notice', key: 'a', ...notice });
    const { headers, body } = receiver.requests[0] ?? expect.fail('no request');
    expect(headers['webhook-id']).toBe('notice_a');
    expect(JSON.parse(body)).toMatchObject({ type: 'contact_service.notice', data: notice });
  });
});

test.each(['127.0.0.1', 'localhost', 'user:p%40ss@localhost'])(
  'the receiver may be on the same machine: %s',
  async (host) => {
    await send({ url: `http://${host}:${receiver.port}/` });
    const { authorization } = receiver.requests[0]?.headers ?? {};
    expect(authorization).toBe(host.includes('@') ? `Basic ${btoa('user:p@ss')}` : undefined);
  },
);

describe('a failure', () => {
  test.each([302, 307])('is a redirect with %d: the lead goes nowhere else', async (status) => {
    const other = await startHttpStandIn(() => ({ status: 200 }));
    receiver.behave({ status, headers: { location: other.url } });
    await expect(send()).rejects.toThrow(`HTTP ${status}: redirects are not followed`);
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  test.each([404, 429, 500])('is the status %d', async (status) => {
    receiver.behave({ status, body: 'Dilnoza' });
    await expect(send()).rejects.toThrow(/^HTTP \d+$/);
    await expect(send()).rejects.not.toThrow(Rejected);
  });

  test.each([400, 422])('is the status %d, which is not the channel’s', async (status) => {
    receiver.behave({ status });
    await expect(send()).rejects.toThrow(new Rejected(`HTTP ${status}`));
  });

  test('is a closed connection', async () => {
    receiver.behave('hang up');
    await expect(send()).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});
