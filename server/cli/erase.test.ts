import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { createLeads, type LeadsDependencies } from '../leads/leads.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import type { Store } from '../store/store.ts';
import type { LeadMessage } from '../telegram/telegram-store.ts';
import { Arguments } from './arguments.ts';
import { erase } from './erase.ts';

let folder: string;
let store: Store;
let ref: string;
const confirm = vi.fn<(question: string) => Promise<boolean>>();

beforeEach(async () => {
  confirm.mockReset();
  folder = mkdtempSync(join(tmpdir(), 'erase-test-'));
  store = await openSqliteStore(join(folder, 'leads.db'));
  ({ ref } = await store.addLead({ ...exampleNewLead(), name: 'Ali\u202e' }));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

let told = '';
const run = (
  args: string[],
  terminal: typeof confirm | null = confirm,
  takeBack: LeadsDependencies['takeBack'] = null,
) => {
  told = '';
  return erase.prepare(new Arguments(args, erase.options))({
    store,
    leads: createLeads({ store, channels: [], takeBack }),
    channels: [],
    inbox: null,
    columns: undefined,
    print: async (text) => {
      told += text;
    },
    confirm: terminal,
  });
};

test('whoever is at the terminal is asked, and told whose lead it is', async () => {
  confirm.mockResolvedValue(true);
  await run([ref]);
  expect(confirm).toHaveBeenCalledExactlyOnceWith(`Permanently erase ${ref} (Ali, +998 90 123 45 67)?`);
  expect(await store.findLead(ref)).toBeNull();
});

test('without a yes nothing is erased', async () => {
  confirm.mockResolvedValue(false);
  await run([ref]);
  expect(await store.findLead(ref)).not.toBeNull();
});

test('--yes is not asked', async () => {
  await run([ref, '--yes']);
  expect(confirm).not.toHaveBeenCalled();
  expect(await store.findLead(ref)).toBeNull();
});

test('without a terminal nothing is erased unless --yes is said', async () => {
  await expect(run([ref], null)).rejects.toThrow(`erase ${ref} --yes`);
  expect(await store.findLead(ref)).not.toBeNull();
  await run([ref, '--yes'], null);
  expect(await store.findLead(ref)).toBeNull();
  expect(told).toBe(`${ref} was erased. Emails already delivered and existing backups still contain it.\n`);
});

test('whoever erases is told what is left in Telegram', async () => {
  await store.telegram.rememberMessage({ chatId: '-42', messageId: 7, ref });
  await run([ref, '--yes']);
  expect(told).toContain('delete it there by hand');
  for (const [left, sentence] of [
    ['later', 'will keep trying'],
    [null, 'was erased. Emails'],
  ] as const) {
    ({ ref } = await store.addLead(exampleNewLead()));
    await store.telegram.rememberMessage({ chatId: '-42', messageId: 8, ref });
    await run([ref, '--yes'], confirm, async () => left);
    expect(told).toContain(sentence);
    await store.telegram.forgetMessage((await store.telegram.dueMessages(9)).at(-1) as LeadMessage);
  }
});

test('what is told is true while somebody keeps the text in the files', async () => {
  const reader = new DatabaseSync(join(folder, 'leads.db'));
  reader.exec('begin; select * from contact_submissions');
  await run([ref, '--yes']);
  expect(told).toMatch(/was erased, but its text can still be read .* another process is reading/);
  expect(await store.findLead(ref)).toBeNull();
  reader.close();
}, 20_000);
