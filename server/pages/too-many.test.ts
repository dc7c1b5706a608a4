import { afterAll, expect, it } from 'vitest';
import { inlineStyle, page, removeDists, writeDist } from '../../tests/example-dist.ts';
import { startTestService, type TestService } from '../../tests/service.ts';
import { createTooManyPage } from './too-many.ts';

const saying = (language: string) => page('429', language).replace('<body>', '<body>{minutes} min.');
const dist = writeDist({ '429.html': saying('uz'), '429.ru.html': saying('ru') });
const running: TestService[] = [];
afterAll(async () => {
  for (const service of running) await service.stop();
  removeDists();
});

async function refused(language: string, environment: Record<string, string> = {}): Promise<Response> {
  const service = await startTestService(
    { RATE_LIMIT: '1/170', ...environment },
    { tooManyPage: createTooManyPage(dist, undefined) },
  );
  running.push(service);
  const post = (message: string) =>
    service.post(`name=A&phone=1&message=${message}&page_language=${language}`, {
      'Content-Type': 'application/x-www-form-urlencoded',
    });
  expect((await post('1')).headers.get('location')).toMatch(/#sent$/);
  return post('2');
}

it('tells a page without script in its language after how many minutes the form may be sent again', async () => {
  const answer = await refused('ru');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(120);
  const html = await answer.text();
  expect(html).toContain('lang="ru"');
  expect(html).toContain('3 min.');
  expect(html).not.toContain('{minutes}');
});

it('has the styles of that page allowed, and is kept by no cache', async () => {
  const { headers } = await refused('uz');
  expect(headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(saying('uz')).toContain(inlineStyle);
});

it('leads back to the failure notice where the build has no such page', async () => {
  const answer = await refused('en');
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/?lang=en#not-sent']);
});
