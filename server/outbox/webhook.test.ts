import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleLead } from '#tests/leads.ts';
import { startHttpStandIn } from '#tests/stand-ins/http.ts';
import { Rejected } from './errors.ts';
import { webhookSender } from './webhook.ts';

const secret = `whsec_${Buffer.from('a key of thirty-two bytes or so..').toString('base64')}`;
let receiver: Awaited<ReturnType<typeof startHttpStandIn>>;

const attribution = { source: 'instagram', campaign: 'reels12' };
const sender = (changes: object = {}) =>
  webhookSender({ url: `${receiver.url}/leads?from=site`, secret, ...changes });
const send = (changes: object = {}) =>
  sender(changes).send({ kind: 'lead', key: 'lead:K7Q2-9F3D:webhook', lead: exampleLead(attribution) });

beforeEach(async () => {
  receiver = await startHttpStandIn(() => ({ status: 204 }));
});
afterEach(() => {
  vi.useRealTimers();
  return receiver.stop();
});

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
        status: 'new',
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

  test('tells of a change with the whole lead, and of erasing with the reference only', async () => {
    const event = {
      kind: 'event' as const,
      key: 'event:K7Q2-9F3D:7',
      ref: 'K7Q2-9F3D',
      at: '2026-11-01T04:00:00.000Z',
    };
    await sender().send({ ...event, lead: exampleLead({ status: 'client' }) });
    await sender().send({ ...event, lead: null });
    expect(receiver.requests[0]?.headers['webhook-id']).toBe('event_K7Q2-9F3D_7');
    expect(receiver.requests.map(({ body }) => JSON.parse(body))).toMatchObject([
      {
        type: 'contact_submission.changed',
        data: { ref: 'K7Q2-9F3D', phone: '+998 90 123 45 67', status: 'client' },
      },
      {
        type: 'contact_submission.erased',
        timestamp: '2026-11-01T04:00:00.000Z',
        data: { ref: 'K7Q2-9F3D' },
      },
    ]);
  });

  test('may be a staff message', async () => {
    const message = { title: 'Kunlik hisobot', text: 'Yangi murojaat yoʻq' };
    await sender().send({ kind: 'staff', key: 'a', ...message });
    const { headers, body } = receiver.requests[0] ?? expect.fail('no request');
    expect(headers['webhook-id']).toBe('notice_a');
    expect(JSON.parse(body)).toMatchObject({ type: 'contact_service.notice', data: message });
  });
});

test('the address may hold a password', async () => {
  await send({ url: `http://user:p%40ss@localhost:${receiver.port}/` });
  expect(receiver.requests[0]?.headers.authorization).toBe(`Basic ${btoa('user:p@ss')}`);
});

describe('an error', () => {
  test('is thrown for a redirect: the lead is sent nowhere else', async () => {
    const other = await startHttpStandIn(() => ({ status: 200 }));
    receiver.behave({ status: 307, headers: { location: other.url } });
    await expect(send()).rejects.toThrow('HTTP 307: redirects are not followed');
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  test('is thrown for the status 500, without the body of the answer', async () => {
    receiver.behave({ status: 500, body: 'Dilnoza' });
    await expect(send()).rejects.toThrow(/^HTTP \d+$/);
    await expect(send()).rejects.not.toThrow(Rejected);
  });

  test.each([
    ['completes the connection', 'https', ''],
    ['answers', 'http', ''],
    ['finishes its answer', 'http', 'HTTP/1.1 200 O'],
  ])('is thrown after 15 seconds for a host that never %s', async (_, protocol, bytes) => {
    const host = createServer().listen(0, '127.0.0.1');
    await once(host, 'listening');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { port } = host.address() as AddressInfo;
    const error = send({ url: `${protocol}://127.0.0.1:${port}/` }).catch(({ message }) => message);
    const [socket] = (await once(host, 'connection')) as [Socket];
    socket.on('error', () => {});
    await once(socket, 'data');
    vi.advanceTimersByTime(14_000);
    socket.write(bytes);
    vi.advanceTimersByTime(1000);
    expect(await error).toBe('no answer within 15000 ms');
    host.close();
  });

  test.each([
    [429, '30', 'RateLimited', 30_000],
    [503, '120', 'RateLimited', 120_000],
    [503, 'Fri, 31 Dec 9999 23:59:59 GMT', 'RateLimited', 3_600_000],
    [429, '', 'RateLimited', 60_000],
    [503, '', 'Error', undefined],
    [410, '', 'Gone', undefined],
  ])('says how long to wait, or to give up: %i %s', async (status, after, name, retryAfterMs) => {
    receiver.behave({ status, headers: after ? { 'retry-after': after } : {} });
    await expect(send()).rejects.toMatchObject({ name, ...(retryAfterMs && { retryAfterMs }) });
  });

  test('rejects only this lead for the status 422', async () => {
    receiver.behave({ status: 422 });
    await expect(send()).rejects.toThrow(new Rejected('HTTP 422'));
  });
});
