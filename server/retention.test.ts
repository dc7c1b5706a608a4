import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleNewLead } from '../tests/example-lead.ts';
import { startRetention } from './retention.ts';
import { openSqliteStore } from './store/sqlite.ts';
import type { Store } from './store/store.ts';

const day = 24 * 3_600_000;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
let folder: string;
let store: Store;

beforeEach(async () => {
  vi.clearAllMocks();
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  vi.setSystemTime('2026-11-01T12:00:00Z');
  folder = mkdtempSync(join(tmpdir(), 'retention-test-'));
  store = await openSqliteStore(join(folder, 'leads.db'));
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
  rmSync(folder, { recursive: true });
});

const add = () => store.addLead(exampleNewLead());
const left = async () => (await store.listLeads({})).length;

test('old leads are erased at the start and every day, young ones stay', async () => {
  await add();
  vi.setSystemTime('2026-11-05T12:00:00Z');
  await add();
  vi.setSystemTime('2026-11-12T12:00:00Z');
  const retention = startRetention({ store, days: 10, log });
  await vi.advanceTimersByTimeAsync(0);
  expect(await left()).toBe(1);
  expect(log.info).toHaveBeenCalledExactlyOnceWith({ erased: 1, days: 10 }, expect.any(String));

  await vi.advanceTimersByTimeAsync(2 * day);
  expect(await left()).toBe(1);
  await vi.advanceTimersByTimeAsync(2 * day);
  expect(await left()).toBe(0);
  await retention.stop();
});

test('a store that is away is tried again', async () => {
  await add();
  vi.setSystemTime('2026-12-01T12:00:00Z');
  await store.close();
  const retention = startRetention({ store, days: 10, log });
  await vi.advanceTimersByTimeAsync(0);
  expect(log.error).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(log.error).toHaveBeenCalledTimes(2);
  await retention.stop();
});

test('nothing happens after the stop', async () => {
  const retention = startRetention({ store, days: 10, log });
  await retention.stop();
  await add();
  await vi.advanceTimersByTimeAsync(30 * day);
  expect(await left()).toBe(1);
});
