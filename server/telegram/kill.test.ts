import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { newDatabase } from '../../tests/shared-postgres.ts';
import {
  startTelegramStandIn,
  type TelegramMessage,
  type TelegramStandIn,
} from '../../tests/stand-ins/telegram.ts';
import { openPostgresStore } from '../store/postgres.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import type { Store } from '../store/store.ts';

let telegram: TelegramStandIn;
let folder: string;
let place: string;
let store: Store;
let child: ChildProcess;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bot-kill-test-'));
  telegram = await startTelegramStandIn({ token: '1:token', chatId: '-42' });
});
afterEach(async () => {
  await kill();
  await Promise.all([store.close(), telegram.stop()]);
  rmSync(folder, { recursive: true });
});

function startProcess() {
  const script = resolve(import.meta.dirname, '../../tests/bot-process.ts');
  child = spawn(process.execPath, [script, place, telegram.url], { stdio: ['ignore', 'ignore', 'inherit'] });
}
async function kill() {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
const eventually = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 20 });

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

/**
 * Every step a process takes for a press, a reply, a change made elsewhere and an erasure ends with a call to Telegram or
 * begins with one. It is killed while that call has no answer, and while the same call was made and its answer is lost.
 */
const steps = ['answerCallbackQuery', 'editMessageText', 'setMessageReaction', 'deleteMessage'] as const;
const ends = ['before it arrives', 'after it was done'] as const;

describe.each(Object.entries(stores))('kill -9 on %s', (name, open) => {
  beforeEach(open);

  // What is lost on the way to Telegram is the same for every store.
  const tried = name === 'SQLite' ? ends : ([ends[1]] as const);
  test.each(steps.flatMap((step) => tried.map((end) => [step, end] as const)))(
    'at %s, %s: the next process leaves everything as it was wanted, and nothing twice',
    async (step, end) => {
      const [pressed, replied, changed, erased] = await arrive(4);
      const at = ({ path }: { path: string }) => path.endsWith(`/${step}`);
      telegram.behave('hang', (path) => at({ path }));
      telegram.press(pressed.message, 'Mijoz');
      telegram.say('Onasi bilan keladi', { replyTo: replied.message });
      await store.changeLead(changed.ref, { kind: 'status', from: 'new', to: 'contacted' }, 'Nodira');
      await store.eraseLead(erased.ref);
      await eventually(() => expect(telegram.requests.some(at)).toBe(true));
      await kill();
      if (end === 'after it was done') telegram.release();
      telegram.behave('accept');
      startProcess();

      await eventually(async () => {
        expect(pressed.message.text).toContain('Mijoz · Aziza Karimova');
        expect(changed.message.text).toContain('Bogʻlandik · Nodira');
        expect(erased.message.deleted).toBe(true);
        expect(await store.telegram.dueMessages(9)).toEqual([]);
        expect(telegram.waiting()).toBe(0);
      });
      const events = async (ref: string) => (await store.findLead(ref))?.events;
      expect(await events(pressed.ref)).toMatchObject([{ kind: 'status', to: 'client' }]);
      expect(await events(replied.ref)).toMatchObject([{ kind: 'note', text: 'Onasi bilan keladi' }]);
      expect(telegram.messages).toHaveLength(4);
    },
    240_000,
  );

  test('between sending a lead and writing that down: its buttons work nevertheless', async () => {
    // The answer is lost with the process; the lead comes once more.
    telegram.behave('hang', (path) => path.endsWith('/sendMessage'));
    const { ref } = await store.addLead(exampleNewLead());
    startProcess();
    await eventually(() =>
      expect(telegram.requests.some(({ path }) => path.endsWith('/sendMessage'))).toBe(true),
    );
    await kill();
    telegram.release();
    await eventually(() => expect(telegram.messages).toHaveLength(1));
    telegram.behave('accept');
    startProcess();
    await eventually(() => expect(telegram.messages).toHaveLength(2));
    const [forgotten, known] = telegram.messages as [TelegramMessage, TelegramMessage];
    expect(await telegram.press(forgotten, 'Mijoz')).toBe('Belgilandi: Mijoz');
    await eventually(() => {
      for (const message of [forgotten, known]) expect(message.text).toContain('Mijoz · Aziza Karimova');
    });
    expect(await store.telegram.messagesOf(ref)).toHaveLength(2);
  }, 240_000);
});

type Arrived = { ref: string; message: TelegramMessage };

async function arrive(count: 4): Promise<[Arrived, Arrived, Arrived, Arrived]> {
  const leads = await store.addLeads(Array.from({ length: count }, (_, index) => exampleNewLead(index)));
  startProcess();
  await eventually(async () => {
    expect(telegram.messages).toHaveLength(count);
    for (const { ref } of leads) expect(await store.telegram.messagesOf(ref)).toHaveLength(1);
    expect((await store.stats()).byChannel[0]?.delivered).toBe(count);
    expect(telegram.isPolled()).toBe(true);
  });
  return leads.map(({ ref }) => ({
    ref,
    message: telegram.messages.find(({ text }) => text.includes(ref)),
  })) as [Arrived, Arrived, Arrived, Arrived];
}
