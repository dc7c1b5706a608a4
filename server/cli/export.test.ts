import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { createLeads } from '../leads/leads.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import type { Store } from '../store/store.ts';
import { Arguments } from './arguments.ts';
import { exportLeads } from './export.ts';

/** Sets the title, writes to the clipboard, clears the screen (twice), turns the text around. */
const hostile = 'Ali\u001b]0;title\u0007\u001b]52;c;ZWNobw==\u0007\u001b[2J\u009b2J\u202eilA';
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

let folder: string;
let store: Store;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'export-test-'));
  store = await openSqliteStore(join(folder, 'leads.db'));
  await store.addLead({ ...exampleNewLead(), name: hostile });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function exported(format: string, columns: number | undefined): Promise<string[]> {
  const parts: string[] = [];
  await exportLeads.prepare(new Arguments(['--format', format], exportLeads.options))({
    store,
    leads: createLeads({ store, channels: [] }),
    channels: [],
    inbox: null,
    columns,
    print: async (text) => void parts.push(text),
    confirm: null,
  });
  return parts;
}

test.each(['csv', 'jsonl'])('a terminal that is shown %s is told nothing it would obey', async (format) => {
  const lead = (await exported(format, 80)).at(-1);
  expect(lead).toContain('Ali');
  expect(lead).not.toMatch(obeyed);
});

test('a file gets every lead as it was sent', async () => {
  const [, csv] = await exported('csv', undefined);
  const [json = ''] = await exported('jsonl', undefined);
  expect(csv).toContain(hostile);
  expect(JSON.parse(json).name).toBe(hostile);
});
