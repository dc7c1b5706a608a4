import postgres from 'postgres';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '../../tests/service.ts';
import { newDatabase } from '../../tests/shared-postgres.ts';

const submission = { name: 'Aziza', phone: '1', email: null, message: 'Salom' };
const from = (address: string) => ({ 'X-Forwarded-For': address });

let running: TestService[] = [];
afterEach(async () => {
  await Promise.all(running.map((service) => service.stop()));
  running = [];
});

/** Any number of servers at the same place, all behind a proxy on this machine. */
const start = async (place: Record<string, string>) => {
  const service = await startTestService({ RATE_LIMIT: '3/600', TRUSTED_PROXIES: '127.0.0.1', ...place });
  running.push(service);
  return service;
};
const stores = {
  SQLite: async () => ({}),
  PostgreSQL: async () => ({ DATABASE_URL: await newDatabase() }),
};

describe.each(Object.entries(stores))('the rate limit with %s', (_name, prepare) => {
  it('stops one address after so many leads and lets others through', async () => {
    const service = await start(await prepare());
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

  it('counts the addresses of one IPv6 network together', async () => {
    const service = await start(await prepare());
    const statuses = [];
    for (let i = 1; i <= 4; i++)
      statuses.push((await service.post(submission, from(`2001:db8::${i}`))).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
  });

  it('counts neither repeats nor refused submissions, but every row', async () => {
    const service = await start(await prepare());
    const keyed = { ...from('198.51.100.1'), 'Idempotency-Key': 'k' };
    for (let i = 0; i < 5; i++) expect((await service.post(submission, keyed)).status).toBe(201);
    for (let i = 0; i < 5; i++) expect((await service.post({}, from('198.51.100.1'))).status).toBe(400);
    expect((await service.post([submission, submission, submission], from('198.51.100.1'))).status).toBe(429);
    expect(await service.leads()).toHaveLength(1);
  });

  it('sends a page without script back with the failure notice', async () => {
    const service = await start(await prepare());
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await service.post(`name=A&phone=1&message=${i}`, type));
    expect(answers.map((answer) => answer.headers.get('location'))).toEqual([
      ...Array(3).fill('/#sent'),
      '/#not-sent',
    ]);
  });
});

describe('a rate limit in PostgreSQL', () => {
  it('is shared by all servers on one database', async () => {
    const place = await stores.PostgreSQL();
    const [one, two] = await Promise.all([start(place), start(place)]);
    const statuses = [];
    for (const service of [one, two, one, two]) {
      statuses.push((await service.post(submission, from('198.51.100.1'))).status);
    }
    expect(statuses).toEqual([201, 201, 201, 429]);
  });

  it('turns nobody away for a year because the clock was once a year ahead', async () => {
    const place = await stores.PostgreSQL();
    const service = await start(place);
    const statuses = [];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 24 * 3_600_000 });
    for (let i = 0; i < 4; i++) statuses.push((await service.post(submission, from('198.51.100.1'))).status);
    vi.useRealTimers();
    for (let i = 0; i < 4; i++) statuses.push((await service.post(submission, from('198.51.100.1'))).status);
    expect(statuses).toEqual([201, 201, 201, 429, 201, 201, 201, 429]);
  });

  it('costs no lead when its table is gone: then each server counts for itself', async () => {
    const place = await stores.PostgreSQL();
    const service = await start(place);
    const sql = postgres(place.DATABASE_URL, { max: 1 });
    await sql`drop table rate_limits`;
    await sql.end();
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await service.post(submission, from('198.51.100.1'))).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
  });
});
