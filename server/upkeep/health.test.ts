import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import type { Queries } from '#server/db/db.ts';
import { openTestDatabase } from '#tests/database.ts';
import { deliveriesHealth } from './health.ts';

test('many requests for the state of the deliveries read the database once in five seconds', async () => {
  const db = await openTestDatabase();
  const get = vi.fn(db.get) as typeof db.get & ReturnType<typeof vi.fn>;
  const counted: Queries = { ...db, get };
  const app = new Hono().get('/', deliveriesHealth(counted, ['telegram']));
  const answers = await Promise.all(Array.from({ length: 64 }, () => app.request('/')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const reads = get.mock.calls.length;
  expect(reads).toBeLessThan(5);
  await app.request('/');
  expect(get.mock.calls).toHaveLength(reads);
});
