import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import type { Store } from '../store/store.ts';
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

const run = (...args: string[]) =>
  erase.prepare(new Arguments(args, erase.options))({
    store,
    channels: [],
    columns: undefined,
    print: async () => {},
    confirm,
  });

test('whoever is at the terminal is asked, and told whose lead it is', async () => {
  confirm.mockResolvedValue(true);
  await run(ref);
  expect(confirm).toHaveBeenCalledExactlyOnceWith(`Erase ${ref} (Ali, +998 90 123 45 67) for good?`);
  expect(await store.findLead(ref)).toBeNull();
});

test('without a yes nothing is erased', async () => {
  confirm.mockResolvedValue(false);
  await run(ref);
  expect(await store.findLead(ref)).not.toBeNull();
});

test('--yes is not asked', async () => {
  await run(ref, '--yes');
  expect(confirm).not.toHaveBeenCalled();
  expect(await store.findLead(ref)).toBeNull();
});
