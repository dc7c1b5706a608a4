import { afterEach, describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../store/store.ts';
import { type Counted, type Counting, startCounting } from './counting.ts';
import { type Count, kindsPerDay } from './figures-store.ts';

const visit = (over: Partial<Counted> = {}): Counted => ({
  ...{ name: null, source: 'direct', campaign: null, language: 'uz' },
  ...over,
});

let counting: Counting;
afterEach(() => counting.stop());

/** A store that can be away, and a clock. */
function start(at = '2026-11-16T12:00:00+05:00', mayName = (_client: string) => true) {
  const state = {
    away: false,
    trusted: [] as string[],
    time: Date.parse(at),
    written: [] as Count[][],
    said: [] as string[],
  };
  const store = {
    async add(counts: readonly Count[]) {
      if (state.away) throw new StoreUnavailable('away');
      state.written.push([...counts]);
    },
    trustedCampaigns: async () => state.trusted,
  };
  const say = (_: unknown, words?: string) => void state.said.push(words ?? String(_));
  counting = startCounting(
    store,
    { info: say, warn: say, error: say },
    { mayName, now: () => state.time, installed: new Date('2026-11-15T23:00:00+05:00'), intervalMs: 1e9 },
  );
  return state;
}

describe('counting', () => {
  it('adds up in memory and writes sums', async () => {
    const { written } = start();
    for (let i = 0; i < 1000; i++) counting.count(visit(), 'somebody');
    counting.count(visit({ name: 'form' }), 'somebody');
    await counting.write();
    await counting.write();
    expect(written).toMatchObject([
      [
        { day: '2026-11-16', name: null, count: 1000, listed: true },
        { name: 'form', count: 1 },
      ],
    ]);
  });

  it('begins a new day at midnight in Tashkent, and an old one when the clock is put back', async () => {
    const state = start('2026-11-16T23:59:59.999+05:00');
    counting.count(visit(), 'somebody');
    state.time += 1;
    counting.count(visit(), 'somebody');
    state.time -= 48 * 3_600_000;
    counting.count(visit(), 'somebody');
    await counting.write();
    expect(state.written[0]?.map(({ day }) => day)).toEqual(['2026-11-16', '2026-11-17', '2026-11-15']);
  });

  it('keeps what cannot be written, says so once, and loses nothing of it', async () => {
    const state = start();
    state.away = true;
    for (let i = 0; i < 3; i++) {
      counting.count(visit(), 'somebody');
      await counting.write();
    }
    state.away = false;
    await counting.write();
    await counting.write();
    expect(state.written).toMatchObject([[{ count: 3 }]]);
    expect(state.said).toHaveLength(2);
  });

  it('names at most so many kinds a day; the sources it knows by name are never among the others', async () => {
    const state = start();
    for (let i = 0; i < kindsPerDay + 50; i++)
      counting.count(visit({ source: 'kun.uz', campaign: `c${i}` }), 'somebody');
    counting.count(visit({ source: 'telegram' }), 'somebody');
    counting.count(visit({ source: 'telegram', campaign: 'late' }), 'somebody');
    counting.count(visit({ source: 'kun.uz', campaign: 'c1' }), 'somebody');
    await counting.write();
    const written = state.written[0] ?? [];
    expect(written).toHaveLength(kindsPerDay + 3);
    expect(written.find(({ source }) => source === 'other')).toMatchObject({ campaign: 'other', count: 50 });
    expect(written.filter(({ source }) => source === 'telegram')).toMatchObject([
      { campaign: null, count: 1 },
      { campaign: 'other', count: 1 },
    ]);
    expect(written.find(({ campaign }) => campaign === 'c1')).toMatchObject({ count: 2 });
  });

  it('counts a campaign of the provider by its name, however many others were made up before it that day', async () => {
    const state = start(undefined, () => false);
    state.trusted = ['reels12'];
    // The first of strangers has it ask who is trusted.
    counting.count(visit({ campaign: 'made-up' }), 'stranger');
    await counting.write();
    counting.count(visit({ source: 'telegram', campaign: 'reels12' }), 'stranger');
    counting.count(visit({ source: 'kun.uz', campaign: 'reels12' }), 'stranger');
    await counting.write();
    expect(state.written).toMatchObject([
      [{ source: 'direct', campaign: 'other', listed: true }],
      [
        { source: 'telegram', campaign: 'reels12', listed: true, trusted: true },
        { source: 'other', campaign: 'reels12', listed: true, trusted: true },
      ],
    ]);
  });
});
