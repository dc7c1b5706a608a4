import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clickPath } from '#contract/addresses.ts';
import { startTestService, type TestService } from '#tests/service.ts';

const submission = { name: 'Aziza', phone: '1', email: null, message: 'Salom' };
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    SITE_URL: 'https://own.example',
    ALLOWED_ORIGINS: 'https://friend.example',
  });
});
afterAll(() => service.stop());

describe('a browser', () => {
  it.each(['https://own.example', 'https://friend.example'])('may post from %s', async (origin) => {
    expect((await service.post(submission, { Origin: origin })).status).toBe(201);
  });

  it.each([
    'https://evil.example',
    'null',
    'https://friend.example:8443',
    'http://own.example',
    'https://own.example:8443',
    'chrome-extension://own.example',
  ])('may not post from %s, and nothing is stored', async (origin) => {
    const before = await service.leads();
    const response = await service.post(submission, { Origin: origin });
    expect([response.status, (await response.json()).code]).toEqual([403, '42501']);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await service.leads()).toEqual(before);
  });

  it('may post from the site itself under a referrer policy that hides the origin', async () => {
    const headers = { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' };
    expect((await service.post(submission, headers)).status).toBe(201);
  });

  it('on an allowed origin may read the answer, errors included', async () => {
    for (const body of [submission, {}]) {
      const response = await service.post(body, { Origin: 'https://friend.example' });
      expect(response.headers.get('access-control-allow-origin')).toBe('https://friend.example');
      expect(response.headers.get('vary')).toBe('Origin');
    }
  });

  it('on an allowed origin gets a preflight answer that suits the Supabase client', async () => {
    const requestHeaders = 'apikey,authorization,content-profile,content-type,x-client-info';
    const response = await fetch(service.formUrl, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://friend.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': requestHeaders,
      },
    });
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': 'https://friend.example',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': requestHeaders,
      'access-control-max-age': '7200',
      vary: expect.stringContaining('Origin'),
    });
  });
});

it('the name in Host is not enough where the address of the site is known', async () => {
  const evil = { Host: 'evil.example', Origin: 'https://evil.example', 'Content-Type': 'application/json' };
  const sent = request(service.formUrl, { method: 'POST', headers: evil }).end(JSON.stringify(submission));
  const [response] = await once(sent, 'response');
  expect(response.statusCode).toBe(403);
});

describe('where the address of the site is unknown, a browser', () => {
  let unnamed: TestService;
  beforeAll(async () => {
    unnamed = await startTestService();
  });
  afterAll(() => unnamed.stop());

  it.each([
    [201, 'the address the server was called by', (url: string) => url],
    [201, 'the same host over https, as behind a proxy', (url: string) => url.replace('http:', 'https:')],
    [403, 'another port', () => 'http://127.0.0.1:1'],
    [403, 'an extension', (url: string) => url.replace('http:', 'chrome-extension:')],
  ])('gets %i from %s', async (status, _case, originAt) => {
    expect((await unnamed.post(submission, { Origin: originAt(unnamed.url) })).status).toBe(status);
  });
});

it('a page of another site may not report clicks either', async () => {
  const click = { method: 'POST', body: 'email uz ', headers: { Origin: 'https://evil.example' } };
  expect((await fetch(service.url + clickPath, click)).status).toBe(403);
});
