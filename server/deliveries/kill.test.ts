import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { startTelegramStandIn } from '../../tests/stand-ins/telegram.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import type { Store } from '../store/store.ts';

let telegram: Awaited<ReturnType<typeof startTelegramStandIn>>;
let folder: string;
let place: string;
let store: Store;
let child: ChildProcess;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kill-test-'));
  place = join(folder, 'leads.db');
  store = await openSqliteStore(place);
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

test('kill -9 in the middle of a delivery: the next process makes it, after the lease', async () => {
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
