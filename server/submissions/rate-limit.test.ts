import { afterEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../tests/service.ts';

const submission = { name: 'Aziza', phone: '1', email: null, message: 'Salom' };
const from = (address: string) => ({ 'X-Forwarded-For': address });

let running: TestService[] = [];
afterEach(async () => {
  await Promise.all(running.map((service) => service.stop()));
  running = [];
});

/** Behind a proxy on this machine. */
const start = async () => {
  const service = await startTestService({ RATE_LIMIT: '3/600', TRUSTED_PROXIES: '127.0.0.1' });
  running.push(service);
  return service;
};

describe('the rate limit', () => {
  it('stops one address after so many leads and lets others through', async () => {
    const service = await start();
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
    const service = await start();
    const keyed = { ...from('198.51.100.1'), 'Idempotency-Key': 'k' };
    for (let i = 0; i < 5; i++) expect((await service.post(submission, keyed)).status).toBe(201);
    for (let i = 0; i < 5; i++) expect((await service.post({}, from('198.51.100.1'))).status).toBe(400);
    expect(await service.leads()).toHaveLength(1);
  });
});
