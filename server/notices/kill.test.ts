import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startProcess, type TestProcess } from '../../tests/processes.ts';
import { newDatabase } from '../../tests/shared-postgres.ts';
import { startTelegramStandIn } from '../../tests/stand-ins/telegram.ts';
import { openPostgresStore } from '../store/postgres.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import type { Store } from '../store/store.ts';

let telegram: Awaited<ReturnType<typeof startTelegramStandIn>>;
let folder: string;
let store: Store;
let processes: TestProcess[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notice-kill-test-'));
  telegram = await startTelegramStandIn({ token: '1:token', chatId: '-42' });
  processes = [];
});
afterEach(async () => {
  await Promise.all(processes.map((each) => each.end('SIGKILL')));
  await Promise.all([store.close(), telegram.stop()]);
  rmSync(folder, { recursive: true });
});

const stores: Record<string, () => Promise<{ place: string; store: Store }>> = {
  SQLite: async () => {
    const place = join(folder, 'leads.db');
    return { place, store: await openSqliteStore(place) };
  },
  PostgreSQL: async () => {
    const place = await newDatabase();
    return { place, store: await openPostgresStore(place) };
  },
};

test.each(Object.entries(stores))(
  'kill -9 in the middle of a digest on %s: another process sends it, after the lease, and once',
  async (_name, open) => {
    const opened = await open();
    store = opened.store;
    const begun = { kind: 'begun', key: 'digest', channel: 'telegram', saying: 'begun' } as const;
    await store.notices.told(begun, new Date(Date.now() - 24 * 3_600_000));
    const start = () => {
      const started = startProcess('tests/notice-process.ts', {}, [opened.place, telegram.url]);
      processes.push(started);
      return started;
    };
    telegram.behave('hang');
    const first = start();
    await vi.waitFor(() => expect(telegram.requests).toHaveLength(1), 30_000);
    await first.end('SIGKILL');
    telegram.behave('accept');
    start();
    start();
    await vi.waitFor(async () => expect(await store.notices.lastTold('digest')).not.toBeNull(), 30_000);
    await vi.waitFor(
      () => expect(processes.map((each) => each.output()).join()).toContain('was sent'),
      30_000,
    );
    expect(telegram.messages).toHaveLength(1);
    expect(telegram.requests).toHaveLength(2);
  },
  90_000,
);
