import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqliteFile } from '#server/db/open.ts';
import { startTestService, type TestService } from '#tests/service.ts';

const submission = { name: 'Aziza', phone: '1', email: null, message: 'Salom' };
let service: TestService;
const logged: string[] = [];
beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT: '14/600', LOG_LEVEL: 'warn' }, { logged });
});
afterAll(() => service.stop());

describe('a database that cannot be written', () => {
  it('refuses leads without counting them, and accepts them when it is available again', async () => {
    const lock = new DatabaseSync(sqliteFile(service.config.dataDir));
    lock.exec('begin immediate');
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const [json, plain, health, ...others] = await Promise.all([
      service.post(submission, { 'Idempotency-Key': 'k' }),
      service.post('name=A&phone=1&message=m&page_language=ru', form),
      fetch(`${service.url}/healthz`),
      // Each is answered in time, however many wait.
      ...Array.from({ length: 12 }, () => service.post(submission)),
    ]);
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([503]));
    expect([json.status, (await json.json()).code, json.headers.get('retry-after')]).toEqual([
      503,
      'PGRST000',
      '5',
    ]);
    expect([plain.status, plain.headers.get('location')]).toEqual([303, '/?lang=ru#not-sent']);
    expect(health.status).toBe(503);
    lock.exec('rollback');
    lock.close();
    expect(await service.leads()).toEqual([]);
    expect(logged.filter((line) => line.includes('A request was slow')).join()).toContain(
      '"code":"POST /rest/v1/contact_submissions"',
    );

    expect((await service.post(submission, { 'Idempotency-Key': 'k' })).status).toBe(201);
    for (let i = 1; i < 14; i++) expect((await service.post(submission)).status).toBe(201);
    expect((await service.post(submission)).status).toBe(429);
    expect(await service.leads()).toHaveLength(14);
  });
});
