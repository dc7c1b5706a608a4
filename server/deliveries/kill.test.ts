import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { newDatabase } from '../../tests/shared-postgres.ts';
import { startTelegramStandIn } from '../../tests/stand-ins/telegram.ts';
import { openPostgresStore } from '../store/postgres.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import type { Store } from '../store/store.ts';

let telegram: Awaited<ReturnType<typeof startTelegramStandIn>>;
let folder: string;
let place: string;
let store: Store;
let child: ChildProcess;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kill-test-'));
  telegram = await startTelegramStandIn({ token: '1:token', chatId: '-42' });
});
afterEach(async () => {
  await kill();
  await Promise.all([store.close(), telegram.stop()]);
  rmSync(folder, { recursive: true });
});

function startProcess() {
  const script = resolve(import.meta.dirname, '../../tests/delivery-process.ts');
  child = spawn(process.execPath, [script, place, telegram.url], { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function kill() {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

const addLeads = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => store.addLead(exampleNewLead(index))));
const visitors = () => new Set(telegram.messages.map(({ text }) => /Visitor \d+/.exec(text)?.[0]));
const pending = async () => (await store.stats()).byChannel[0]?.pending;

/** For processes that start while the machine is busy with everything else. */
const patience = { timeout: 60_000 };

const stores = {
  SQLite: async () => {
    place = join(folder, 'leads.db');
    store = await openSqliteStore(place);
  },
  PostgreSQL: async () => {
    place = await newDatabase();
    store = await openPostgresStore(place);
  },
};

describe.each(Object.entries(stores))('kill -9 on %s', (_name, open) => {
  beforeEach(open);

  test('in the middle of a delivery: the next process makes it, after the lease', async () => {
    telegram.behave('hang');
    await addLeads(3);
    startProcess();
    await vi.waitUntil(() => telegram.requests.length > 0, patience);
    await kill();
    telegram.behave('accept');
    startProcess();
    await vi.waitUntil(async () => (await pending()) === 0, patience);
    expect(visitors().size).toBe(3);
    expect(telegram.messages).toHaveLength(3);
  }, 240_000);

  test('again and again: no lead is missing, and at most one comes twice per kill', async () => {
    const leads = 150;
    const kills = 4;
    await addLeads(leads);
    for (let round = 1; round <= kills; round++) {
      startProcess();
      const enough = Math.min(leads - 10, telegram.messages.length + 10 + Math.floor(Math.random() * 20));
      await vi.waitUntil(() => telegram.messages.length > enough, { ...patience, interval: 2 });
      await kill();
    }
    startProcess();
    await vi.waitUntil(async () => (await pending()) === 0, patience);
    expect(visitors().size).toBe(leads);
    expect(telegram.messages.length).toBeLessThanOrEqual(leads + kills);
  }, 240_000);
});
