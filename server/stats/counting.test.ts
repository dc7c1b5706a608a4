import { expect, test } from 'vitest';
import { openTestDatabase } from '../../tests/database.ts';
import { DatabaseUnavailable, type Db } from '../db/db.ts';
import { type Counted, namesPerDay, startCounting } from './counting.ts';
import { makeLink } from './links.ts';
import { statsList } from './sums.ts';

const visit = (over: Partial<Counted> = {}): Counted => ({
  ...{ name: null, source: 'direct', campaign: null, language: 'uz' },
  ...over,
});

/** A database that can be away, and a clock. */
async function start(at = '2026-11-16T12:00:00+05:00') {
  const db = await openTestDatabase();
  const state = { db, time: Date.parse(at), error: null as Error | null, lines: [] as string[] };
  const breakable: Db = {
    ...db,
    transaction: (work) => (state.error ? Promise.reject(state.error) : db.transaction(work)),
  };
  const say = (first: unknown, words?: string) => void state.lines.push(words ?? String(first));
  const counting = startCounting(
    breakable,
    { info: say, warn: say, error: say },
    { now: () => new Date(state.time), intervalMs: 1e9 },
  );
  return { counting, state, counted: () => statsList(db) };
}

test('visits and clicks are added up in memory and added to the table', async () => {
  const { counting, counted } = await start();
  for (let i = 0; i < 1000; i++) counting.count(visit());
  counting.count(visit({ name: 'form' }));
  await counting.flush();
  counting.count(visit());
  await counting.stop();
  const { visits, clicks } = await counted();
  expect(visits).toMatchObject([{ day: '2026-11-16', source: 'direct', language: 'uz', count: 1001 }]);
  expect(clicks).toMatchObject([{ name: 'form', count: 1 }]);
});

test('a new day begins at midnight in Tashkent', async () => {
  const { counting, state, counted } = await start('2026-11-15T23:59:59.999+05:00');
  counting.count(visit());
  state.time += 1;
  counting.count(visit());
  await counting.stop();
  expect((await counted()).visits.map(({ day }) => day)).toEqual(['2026-11-15', '2026-11-16']);
});

test('visits wait while the database is away, and the log has one line for that', async () => {
  const { counting, state, counted } = await start();
  state.error = new DatabaseUnavailable('away');
  for (let i = 0; i < 3; i++) {
    counting.count(visit());
    await counting.flush();
  }
  state.error = null;
  await counting.flush();
  await counting.stop();
  expect((await counted()).visits).toMatchObject([{ count: 3 }]);
  expect(state.lines).toEqual(['Visits cannot be saved; retrying', 'Visits are being saved again']);
});

test('counts that the database refuses are dropped, later ones are saved', async () => {
  const { counting, state, counted } = await start();
  state.error = new Error('constraint failed');
  counting.count(visit({ source: 'kun.uz' }));
  await counting.flush();
  state.error = null;
  counting.count(visit());
  await counting.stop();
  expect((await counted()).visits).toMatchObject([{ source: 'direct', count: 1 }]);
  expect(state.lines).toEqual(['A few seconds of visits could not be saved']);
});

test('made-up names beyond the daily cap are counted as other, listed sources and links by their names', async () => {
  const { counting, state, counted } = await start();
  await makeLink(state.db, 'https://example.uz', 'flyer');
  for (let i = 0; i < namesPerDay + 50; i++) counting.count(visit({ source: 'kun.uz', campaign: `c${i}` }));
  await counting.flush();
  counting.count(visit({ source: 'telegram' }));
  counting.count(visit({ source: 'telegram', campaign: 'late' }));
  counting.count(visit({ source: 'telegram', campaign: 'flyer' }));
  counting.count(visit({ source: 'site.uz', campaign: 'flyer' }));
  counting.count(visit({ source: 'kun.uz', campaign: 'c1' }));
  await counting.flush();
  const { visits } = await counted();
  const ofOthers = visits.filter(({ source, campaign }) => source !== 'kun.uz' || campaign === 'c1');
  expect(ofOthers.map(({ source, campaign, count }) => [source, campaign, count])).toEqual([
    ['kun.uz', 'c1', 2],
    ['other', 'flyer', 1],
    ['other', 'other', 50],
    ['telegram', null, 1],
    ['telegram', 'flyer', 1],
    ['telegram', 'other', 1],
  ]);
  state.time += 24 * 3_600_000;
  counting.count(visit({ source: 'kun.uz', campaign: 'next-day' }));
  await counting.stop();
  expect((await counted()).visits.at(-1)).toMatchObject({ day: '2026-11-17', campaign: 'next-day' });
});
