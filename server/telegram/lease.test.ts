import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sqliteFile } from '../store/open.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import type { Store } from '../store/store.ts';
import { wait, whileLeased } from './lease.ts';

let folder: string;
let store: Store;
let stopping: AbortController;
let ended: Promise<void>;
/** The signal of every time that it was our turn. */
let turns: AbortSignal[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lease-test-'));
  store = await openSqliteStore(sqliteFile(folder));
  stopping = new AbortController();
  turns = [];
  ended = whileLeased({
    ...{ store: store.telegram, holder: 'we', leaseMs: 1500, stopping: stopping.signal },
    async work(held) {
      turns.push(held);
      await wait(60_000, held);
    },
  });
  await eventually(() => expect(turns).toHaveLength(1));
});

afterEach(async () => {
  stopping.abort();
  await ended;
  await store.close();
  rmSync(folder, { recursive: true });
});

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 10 });

test('who slept beyond its lease, and finds it another’s, leaves the work to that one until it is free', async () => {
  await store.telegram.releaseLease('we');
  expect(await store.telegram.takeLease('another', 2900)).toBe(true);
  await eventually(() => expect(turns[0]?.aborted).toBe(true));
  expect(turns).toHaveLength(1);
  await store.telegram.releaseLease('another');
  await eventually(() => expect(turns).toHaveLength(2));
  expect(turns[1]?.aborted).toBe(false);
});

test('who cannot ask the store any more ends with the lease: another may have it by then', async () => {
  await store.close();
  await eventually(() => expect(turns[0]?.aborted).toBe(true));
});
