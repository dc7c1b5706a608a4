import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleNewLead } from '../tests/example-lead.ts';
import { startRetention } from './retention.ts';
import { openStore } from './store/open.ts';
import type { Channel, Store } from './store/store.ts';

const day = 24 * 3_600_000;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
let folder: string;
let store: Store;

async function open() {
  vi.clearAllMocks();
  folder = mkdtempSync(join(tmpdir(), 'retention-test-'));
  store = await openStore({ databaseUrl: null, dataDir: folder });
}
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
  rmSync(folder, { recursive: true });
});

const add = () => store.addLead(exampleNewLead());
const left = async () => (await store.listLeads({})).length;

describe('at a start', () => {
  let today: number;
  beforeEach(async () => {
    await open();
    today = Date.now();
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  });

  /** One start of the program, with its clock so many days from now. */
  async function startOn(
    dayNumber: number,
    { days = 365 as number | null, channels = [] as Channel[], installed = today } = {},
  ) {
    vi.setSystemTime(today + dayNumber * day);
    await startRetention({ store, days, channels, log, installed: new Date(installed) }).stop();
  }

  test('a clock that is 400 days ahead erases nothing, and the log says why', async () => {
    await add();
    await startOn(400);
    expect(await left()).toBe(1);
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ clock: expect.any(Date) }),
      expect.stringMatching(/^The system clock is far ahead .* no leads are erased/),
    );
    await startOn(1);
    expect(log.error).toHaveBeenCalledOnce();
    await startOn(400);
    expect(await left()).toBe(1);
  });

  test('a site that was quiet for a year still erases', async () => {
    await add();
    for (let dayNumber = 0; dayNumber <= 364; dayNumber += 4) await startOn(dayNumber);
    expect(await left()).toBe(1);
    await startOn(368);
    expect(await left()).toBe(0);
    expect(log.error).not.toHaveBeenCalled();
  });

  test('a lead that is still to be delivered stays, also when its delivery was never begun', async () => {
    await add();
    await startOn(20, { days: 10, channels: ['telegram'], installed: today + 20 * day });
    expect(await left()).toBe(1);
    vi.setSystemTime(Date.now() + day);
    const [delivery] = await store.deliveries.claim('telegram', 1, 0);
    if (delivery) await store.deliveries.succeeded(delivery);
    await startOn(21, { days: 10, channels: ['telegram'] });
    expect(await left()).toBe(0);
  });

  test('a delivery by a channel that is no longer configured holds nothing up', async () => {
    await add();
    await store.deliveries.enrol(['email:staff@example.com']);
    await startOn(20, { days: 10, channels: ['telegram'], installed: today + 20 * day });
    expect((await store.listLeads({})).length).toBe(1);
    const [delivery] = await store.deliveries.claim('telegram', 1, 0);
    if (delivery) await store.deliveries.succeeded(delivery);
    await startOn(21, { days: 10, channels: ['telegram'] });
    expect(await left()).toBe(0);
  });
});

describe('while the program runs', () => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
    vi.setSystemTime('2026-11-01T12:00:00Z');
    await open();
  });
  const start = (days: number | null = 10) =>
    startRetention({ store, days, channels: [], log, installed: new Date(Date.now()) });

  test('old leads are erased at the start and every day, young ones stay', async () => {
    await add();
    vi.setSystemTime('2026-11-05T12:00:00Z');
    await add();
    vi.setSystemTime('2026-11-12T12:00:00Z');
    const retention = start();
    await vi.advanceTimersByTimeAsync(0);
    expect(await left()).toBe(1);
    expect(log.info).toHaveBeenCalledExactlyOnceWith({ erased: 1, days: 10 }, expect.any(String));
    // Done in a thread with real timers, and waited for before the next day is.
    await store.clearTraces();

    await vi.advanceTimersByTimeAsync(2 * day);
    expect(await left()).toBe(1);
    await vi.advanceTimersByTimeAsync(2 * day);
    expect(await left()).toBe(0);
    await retention.stop();
  });

  test('nothing is erased where no time is set', async () => {
    await add();
    vi.setSystemTime('2027-11-01T12:00:00Z');
    const retention = start(null);
    await vi.advanceTimersByTimeAsync(2 * day);
    expect(await left()).toBe(1);
    await retention.stop();
  });

  test('a store that is away is tried again', async () => {
    await add();
    vi.setSystemTime('2026-12-01T12:00:00Z');
    await store.close();
    const retention = start();
    await vi.advanceTimersByTimeAsync(0);
    expect(log.error).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(log.error).toHaveBeenCalledTimes(2);
    await retention.stop();
  });
});
