import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleLead } from '../../tests/leads.ts';
import { startHttpStandIn } from '../../tests/stand-ins/http.ts';
import { webhookSender } from './webhook.ts';

const secret = `whsec_${Buffer.from('a key of thirty-two bytes or so..').toString('base64')}`;
let receiver: Awaited<ReturnType<typeof startHttpStandIn>>;

const from = { source: 'instagram', campaign: 'reels12' };
const attempt = { key: 'a', signal: new AbortController().signal };
const sender = (changes: object = {}) =>
  webhookSender({ url: `${receiver.url}/leads?from=site`, secret, ...changes });
const send = (changes: object = {}, { signal } = attempt) =>
  sender(changes).sendLead(exampleLead(from), { ...attempt, signal });

beforeEach(async () => {
  receiver = await startHttpStandIn(() => ({ status: 204 }));
});
afterEach(() => receiver.stop());

describe('a call', () => {
  test('carries the whole lead under a signature the receiver can verify', async () => {
    expect(await send()).toEqual({ ok: true });
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
    receiver.behaveNext({ status: 500 });
    await send();
    await send();
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([
      'lead_K7Q2-9F3D',
      'lead_K7Q2-9F3D',
    ]);
  });

  test('may be a reminder, which is the lead and the reason', async () => {
    await sender().sendReminder(exampleLead(from), { reason: 'due', note: 'onasi bilan' }, attempt);
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({
      type: 'contact_submission.reminder',
      data: { ref: 'K7Q2-9F3D', phone: '+998 90 123 45 67', reason: 'due', note: 'onasi bilan' },
    });
  });

  test('may be a notice, under the same id in every attempt', async () => {
    const notice = { title: 'Kunlik hisobot', text: 'Yangi murojaat yoʻq' };
    for (const key of ['a', 'a', 'b']) await sender().sendNotice(notice, { ...attempt, key });
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({
      type: 'contact_service.notice',
      data: notice,
    });
    const [first, second, other] = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(first).toMatch(/^notice_/);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });
});

test.each(['127.0.0.1', 'localhost', 'user:p%40ss@localhost'])(
  'the receiver may be on the same machine: %s',
  async (host) => {
    expect(await send({ url: `http://${host}:${receiver.port}/` })).toEqual({ ok: true });
    const { authorization } = receiver.requests[0]?.headers ?? {};
    expect(authorization).toBe(host.includes('@') ? `Basic ${btoa('user:p@ss')}` : undefined);
  },
);

describe('a failure', () => {
  test.each([302, 307])('is a redirect with %d: the lead goes nowhere else', async (status) => {
    const other = await startHttpStandIn(() => ({ status: 200 }));
    receiver.behave({ status, headers: { location: other.url } });
    expect(await send()).toMatchObject({ ok: false, error: `HTTP ${status}: redirects are not followed` });
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  test.each([404, 500])('is the status %d', async (status) => {
    receiver.behave({ status, body: 'Dilnoza' });
    expect(await send()).toEqual({ ok: false, error: `HTTP ${status}` });
  });

  test.each([400, 422])('is the status %d, which is not the channel’s', async (status) => {
    receiver.behave({ status });
    expect(await send()).toEqual({ ok: false, error: `HTTP ${status}`, rejected: true });
  });

  test('may say when to come back', async () => {
    receiver.behave({ status: 429, headers: { 'retry-after': '60' } });
    expect(await send()).toEqual({ ok: false, error: 'HTTP 429', retryAfterMs: 60_000 });
  });

  test('is a closed connection', async () => {
    receiver.behave('hang up');
    expect(await send()).toEqual({ ok: false, error: 'ECONNRESET' });
  });

  test('is silence, ended by the signal', async () => {
    receiver.behave('hang');
    const limit = new AbortController();
    const result = send({}, { ...attempt, signal: limit.signal });
    await vi.waitFor(() => expect(receiver.requests).toHaveLength(1), 20_000);
    limit.abort();
    expect(await result).toMatchObject({ ok: false });
  });
});
