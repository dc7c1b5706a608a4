import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleNewLead } from '../tests/example-lead.ts';
import { redateLead } from '../tests/redated-lead.ts';
import { newDatabase } from '../tests/shared-postgres.ts';
import { leastRetentionDays, startRetention } from './retention.ts';
import { openStore, sqliteFile } from './store/open.ts';
import type { Channel, Store } from './store/store.ts';

const day = 24 * 3_600_000;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const databases = ['SQLite', 'PostgreSQL'] as const;
let folder: string;
let store: Store;

let databaseUrl: string | null;

async function open(database: (typeof databases)[number]) {
  vi.clearAllMocks();
  folder = mkdtempSync(join(tmpdir(), 'retention-test-'));
  databaseUrl = database === 'PostgreSQL' ? await newDatabase() : null;
  store = await openStore({ databaseUrl, dataDir: folder });
}
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
  rmSync(folder, { recursive: true });
});

const add = () => store.addLead(exampleNewLead());
/** A lead that came in while the clock showed this time. */
async function addDated(time: number) {
  const { ref } = await add();
  await redateLead({ databaseUrl, dataDir: folder }, ref, time);
}
const left = async () => (await store.listLeads({})).length;

describe.each(databases)('with %s', (database) => {
  /** PostgreSQL dates a lead by its own clock: the tests begin now, and the program's clock goes from here. */
  let today: number;
  beforeEach(async () => {
    await open(database);
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
      expect.stringMatching(/^The clock is far ahead .* no lead is erased/),
    );
    await startOn(1);
    expect(log.error).toHaveBeenCalledOnce();
    await startOn(400);
    expect(await left()).toBe(1);
  });

  test('a lead that comes in under a wrong clock does not make it right', async () => {
    await add();
    await startOn(0);
    await addDated(today + 400 * day);
    await startOn(400);
    expect(await left()).toBe(2);
  });

  test('nor does it when the wrong clock is the first that is seen', async () => {
    await add();
    await startOn(400);
    await addDated(today + 400 * day);
    await startOn(400);
    await startOn(400);
    expect(await left()).toBe(2);
  });

  test('nor when leads were kept for good until the day the clock went wrong', async () => {
    await add();
    await startOn(0, { days: null });
    await addDated(today + 400 * day);
    await startOn(400, { installed: today + 400 * day });
    expect(await left()).toBe(2);
    expect(log.error).toHaveBeenCalledOnce();
  });

  test('a wrong time that was believed is told of when the clock is right again, until a person says so', async () => {
    await add();
    for (const dayNumber of [400, 402, 404, 407]) await startOn(dayNumber, { days: 1000 });
    vi.clearAllMocks();
    await startOn(1, { days: 1000 });
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      { clock: new Date(today + day), latest: new Date(today + 407 * day) },
      expect.stringMatching(/^The clock is far behind .* npm run -s leads -- clock --right$/),
    );
    await store.clock.set(new Date(today + day));
    await startOn(1, { days: 1000 });
    expect(log.error).toHaveBeenCalledOnce();
    await startOn(400);
    expect(await left()).toBe(1);
  });

  test('a lead that came in while the clock was years behind is as old as those before it', async () => {
    await addDated(today - 400 * day);
    await addDated(today - 2 * day);
    await addDated(today - 2000 * day);
    await startOn(0);
    expect((await store.listLeads({})).map(({ createdAt }) => createdAt.getTime()).sort()).toEqual([
      today - 2000 * day,
      today - 2 * day,
    ]);
    for (let dayNumber = 4; dayNumber <= 360; dayNumber += 4) await startOn(dayNumber);
    expect(await left()).toBe(2);
    await startOn(364);
    expect(await left()).toBe(0);
  });

  test('one dated by a clock that was ahead holds nothing up before its day', async () => {
    await addDated(today + 300 * day);
    await addDated(today - 400 * day);
    await startOn(0);
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

  test('a program that was installed just now knows what day it is', async () => {
    await add();
    await startOn(400, { installed: today + 399 * day });
    expect(await left()).toBe(0);
  });

  test('an empty database neither doubts a clock nor learns from it', async () => {
    await startOn(2000);
    expect(log.error).not.toHaveBeenCalled();
    await add();
    await startOn(0);
    await startOn(1000);
    expect(await left()).toBe(1);
  });

  test('a machine that is off every night erases a week after a month away', async () => {
    await add();
    await startOn(0, { days: 10 });
    for (const dayNumber of [30, 31, 34, 35, 36]) await startOn(dayNumber, { days: 10 });
    expect(await left()).toBe(1);
    await startOn(37, { days: 10 });
    expect(await left()).toBe(0);
  });

  test('a wrong clock that is rarely looked at is not believed for that', async () => {
    await add();
    await startOn(0);
    for (const dayNumber of [400, 404, 408, 412, 416]) await startOn(dayNumber);
    expect(await left()).toBe(1);
  });

  test('a clock that was put right begins from nothing when it goes wrong again', async () => {
    await add();
    await startOn(0);
    for (const dayNumber of [400, 402, 404, 1, 405, 407]) await startOn(dayNumber);
    expect(await left()).toBe(1);
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
    await open('SQLite');
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

  test('a clock that leaps is doubted, and believed after a week of going on evenly', async () => {
    await add();
    const retention = start();
    await vi.advanceTimersByTimeAsync(0);
    vi.setSystemTime(Date.now() + 40 * day);
    await vi.advanceTimersByTimeAsync(6.5 * day);
    expect(log.error).toHaveBeenCalled();
    expect(await left()).toBe(1);
    await vi.advanceTimersByTimeAsync(2 * day);
    expect(await left()).toBe(0);
    await retention.stop();
  });

  test('a clock that leaps again and again is never believed', async () => {
    await add();
    const retention = start();
    for (let i = 0; i < 12; i++) {
      vi.setSystemTime(Date.now() + 40 * day);
      await vi.advanceTimersByTimeAsync(day);
    }
    expect(await left()).toBe(1);
    await retention.stop();
  });

  test('a lead that comes while the clock is years behind is not old when it is put right', async () => {
    await add();
    await start().stop();
    vi.setSystemTime('2020-01-01T12:00:00Z');
    await start().stop();
    await add();
    vi.setSystemTime('2026-11-02T12:00:00Z');
    await start().stop();
    expect(await left()).toBe(2);
  });

  test('nor is one that comes at the very first start, before any clock was right', async () => {
    const installed = new Date('2026-11-01T11:00:00Z');
    const startNow = () =>
      startRetention({ store, days: leastRetentionDays, channels: [], log, installed }).stop();
    vi.setSystemTime('2015-11-16T12:00:00Z');
    await startNow();
    await add();
    await add();
    vi.setSystemTime('2026-11-01T12:00:00Z');
    await startNow();
    expect(await left()).toBe(2);
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

  test('nothing happens after the stop', async () => {
    const retention = start();
    await retention.stop();
    await add();
    await vi.advanceTimersByTimeAsync(30 * day);
    expect(await left()).toBe(1);
  });

  test('what an erasure had to leave in the files is cleared up as soon as nobody reads', async () => {
    const { ref } = await add();
    const reader = new DatabaseSync(sqliteFile(folder));
    reader.exec('begin; select * from contact_submissions');
    await store.eraseLead(ref);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const retention = start(null);
    await vi.waitUntil(() => log.warn.mock.calls.length > 0, { timeout: 10_000, interval: 50 });
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(
      { error: expect.stringContaining('reading') },
      expect.stringContaining('still be read'),
    );
    reader.close();
    await vi.advanceTimersByTimeAsync(600_000);
    await retention.stop();
    expect(log.info).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('Nothing of the erased'));
  }, 20_000);

  test('of a database that cannot be read nothing is said that is not known', async () => {
    await store.close();
    writeFileSync(sqliteFile(folder), 'not a database, whatever its name says'.repeat(100));
    store = await openStore({ databaseUrl: null, dataDir: folder });
    await start(null).stop();
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(
      { error: expect.any(String) },
      expect.stringMatching(/^Perhaps/),
    );
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      { error: expect.any(String) },
      expect.stringMatching(/^The clock could not be compared/),
    );
  });
});
