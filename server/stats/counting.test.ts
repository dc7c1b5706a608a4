import { afterEach, expect, test, vi } from 'vitest';
import { DatabaseUnavailable, type Db } from '#server/db/db.ts';
import { sql } from '#server/db/sql.ts';
import { createLog } from '#server/runtime/log.ts';
import { openTestDatabase } from '#tests/database.ts';
import { namesPerDay, type StatsEvent, startCounting } from './counting.ts';
import { makeLink } from './links.ts';

const visit = (over: Partial<StatsEvent> = {}): StatsEvent => ({
  name: null,
  source: 'direct',
  campaign: null,
  language: 'uz',
  ...over,
});

async function start() {
  const db = await openTestDatabase();
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const state = { isAway: false };
  const breakable: Db = {
    ...db,
    transaction: (work) =>
      state.isAway ? Promise.reject(new DatabaseUnavailable('away')) : db.transaction(work),
  };
  const counting = startCounting(breakable, log);
  return { ...counting, db, state, warn, visits: () => db.all(sql`select * from stats order by day`) };
}
afterEach(() => {
  vi.useRealTimers();
});

test('a new day begins at midnight in Tashkent', async () => {
  const midnight = Date.parse('2026-11-16T00:00:00+05:00');
  const { count, stop, visits } = await start();
  for (const now of [midnight - 1, midnight, midnight]) {
    vi.useFakeTimers({ toFake: ['Date'], now });
    count(visit());
  }
  await stop();
  expect(await visits()).toMatchObject([
    { day: '2026-11-15', count: 1 },
    { day: '2026-11-16', count: 2 },
  ]);
});

test('visits are kept while the database is unavailable, and the log has one line about it', async () => {
  const { count, save, stop, state, warn, visits } = await start();
  state.isAway = true;
  for (let i = 0; i < 3; i++) {
    count(visit());
    await save();
  }
  state.isAway = false;
  await stop();
  expect(await visits()).toMatchObject([{ count: 3 }]);
  expect(warn).toHaveBeenCalledOnce();
});

test('beyond the daily limit, new names are counted as other, except known sources and links', async () => {
  const { count, save, stop, db, visits } = await start();
  await makeLink(db, 'https://example.uz', 'flyer');
  for (let i = 1; i < namesPerDay + 50; i++) count(visit({ source: 'kun.uz', campaign: `c${i}` }));
  await save();
  count(visit({ source: 'telegram', campaign: 'late' }));
  count(visit({ source: 'site.uz', campaign: 'flyer' }));
  count(visit({ source: 'kun.uz', campaign: 'c1' }));
  await stop();
  const counted = await visits();
  expect(counted).toHaveLength(namesPerDay + 2);
  expect(counted).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ source: 'kun.uz', campaign: 'c1', count: 2 }),
      expect.objectContaining({ source: 'kun.uz', campaign: 'other', count: 50 }),
      expect.objectContaining({ source: 'other', campaign: 'flyer', count: 1 }),
      expect.objectContaining({ source: 'telegram', campaign: 'other', count: 1 }),
    ]),
  );
});
