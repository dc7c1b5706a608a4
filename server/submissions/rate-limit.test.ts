import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '#tests/service.ts';

const submission = { name: 'Aziza', phone: '1', email: null, message: 'Salom' };
const from = (address: string) => ({ 'X-Forwarded-For': address });

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT: '3/600', TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => service.stop());

describe('the rate limit', () => {
  it('refuses more leads from one address and accepts those of others', async () => {
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await service.post(submission, from('198.51.100.1'))).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
    const refused = await service.post(submission, from('198.51.100.1'));
    expect((await refused.json()).code).toBe('53400');
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(500);
    expect(wait).toBeLessThanOrEqual(600);
    expect((await service.post(submission, from('198.51.100.2'))).status).toBe(201);
    expect(await service.leads()).toHaveLength(4);
  });

  it('counts neither repeats nor refused submissions', async () => {
    const keyed = { ...from('198.51.100.3'), 'Idempotency-Key': 'k' };
    for (let i = 0; i < 5; i++) expect((await service.post(submission, keyed)).status).toBe(201);
    for (let i = 0; i < 5; i++) expect((await service.post({}, from('198.51.100.3'))).status).toBe(400);
  });
});

it('a proxy that is not trusted is named in the log once, without the visitor', async () => {
  const logged: string[] = [];
  const other = await startTestService({ TRUSTED_PROXIES: '10.0.0.1', LOG_LEVEL: 'warn' }, { logged });
  for (const address of ['198.51.100.1', '198.51.100.2']) await other.post(submission, from(address));
  await other.stop();
  expect(logged.filter((line) => line.includes('A proxy is not in TRUSTED_PROXIES'))).toHaveLength(1);
  expect(logged.join()).not.toContain('198.51');
});
