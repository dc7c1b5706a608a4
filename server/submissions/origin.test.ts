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
  it.each([
    ['the address the server was called by', () => service.url],
    ['the same host over https, as behind a proxy', () => service.url.replace('http:', 'https:')],
    ['SITE_URL', () => 'https://own.example'],
    ['an allowed origin', () => 'https://friend.example'],
  ])('may post from %s', async (_case, origin) => {
    expect((await service.post(submission, { Origin: origin() })).status).toBe(201);
  });

  it.each(['https://evil.example', 'null', 'https://friend.example:8443'])(
    'may not post from %s, and nothing is stored',
    async (origin) => {
      const before = await service.leads();
      const response = await service.post(submission, { Origin: origin });
      expect([response.status, (await response.json()).code]).toEqual([403, '42501']);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      expect(await service.leads()).toEqual(before);
    },
  );

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

it('a page of another site may not report clicks either', async () => {
  const click = { method: 'POST', body: 'email uz ', headers: { Origin: 'https://evil.example' } };
  expect((await fetch(service.url + clickPath, click)).status).toBe(403);
});
