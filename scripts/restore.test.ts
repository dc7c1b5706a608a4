/** `npm run restore`, on what a killed server left. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { submissionPath } from '#contract/addresses.ts';
import { openDatabase } from '#server/db/open.ts';
import { writeDist } from '#tests/example-dist.ts';
import { fastTempDir } from '#tests/fast-temp-dir.ts';
import { allLeads } from '#tests/leads.ts';
import { startProcess, startServerProcess } from '#tests/processes.ts';
import { newDatabase } from '#tests/shared-postgres.ts';

const dist = writeDist();

/** A backup with one lead, eight later leads, and a killed server. */
async function startScene(databaseUrl = '') {
  const dataDir = mkdtempSync(join(fastTempDir(), 'restore-'));
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, BACKUP_EVERY: 'off', RATE_LIMIT: 'off' };
  const start = () => startServerProcess(dist, settings);
  const server = await start();
  onTestFinished(async () => {
    await server.end('SIGKILL');
    rmSync(dataDir, { recursive: true });
  });
  const send = async (name: string) => {
    const body = JSON.stringify({ name, phone: '+998 90 123 45 67', email: null, message: name });
    const headers = { 'Content-Type': 'application/json' };
    expect((await fetch(server.url + submissionPath, { method: 'POST', headers, body })).status).toBe(201);
  };
  const run = async (script: string, ...args: string[]) => {
    const command = startProcess(`scripts/${script}.ts`, settings, args);
    return { code: await command.ended, output: command.output() };
  };
  const names = async () => {
    const db = await openDatabase({ dataDir, databaseUrl: databaseUrl || null });
    const leads = await allLeads(db);
    await db.close();
    return leads.map(({ name }) => name).sort();
  };
  await send('early');
  expect(await run('backup')).toMatchObject({ code: 0 });
  const [copy = ''] = readdirSync(join(dataDir, 'backups'));
  const later = Array.from({ length: 8 }, (_, i) => `later ${i}`);
  for (const name of later) await send(name);
  return { dataDir, server, start, run, names, copy, all: ['early', ...later] };
}

test.each(['SQLite', 'PostgreSQL'])(
  'on %s a mistyped name loses nothing; the right one keeps what it replaces',
  async (kind) => {
    const { server, run, names, copy, all } = await startScene(kind === 'SQLite' ? '' : await newDatabase());
    await server.end('SIGKILL');

    const mistyped = await run('restore', `${copy}x`, '--yes');
    expect(mistyped.code).toBe(1);
    expect(mistyped.output).toMatch(
      /^There is no copy .*x\. Nothing was changed\.\nThe latest in .*:\nleads-/,
    );
    expect(mistyped.output).toContain(copy);
    const unsure = await run('restore', copy);
    expect(unsure.code).toBe(1);
    expect(unsure.output).toMatch(
      /holds 1 lead\.\nIt lacks 8 leads of the present database: (\w{4}-\w{4}(, )?){8}\n/,
    );
    expect(await names()).toEqual(all);

    const restored = await run('restore', copy, '--yes');
    expect(restored.output).toContain('Restored 1 lead. Everyone signs in again.');
    expect(restored.code).toBe(0);
    expect(await names()).toEqual(['early']);

    const [, kept = ''] = /to go back, restore (.*)\n/.exec(restored.output) ?? [];
    expect(await run('restore', kept, '--yes')).toMatchObject({ code: 0 });
    expect(await names()).toEqual(all);
  },
);

test('the file of a running server is not replaced', async () => {
  const { server, run, names, copy, all } = await startScene();
  const { code, output } = await run('restore', copy, '--yes');
  expect(output).toContain('Nothing was changed: the server is running. Stop it first.');
  expect(code).toBe(1);
  await server.end('SIGTERM');
  expect(await names()).toEqual(all);
});

test('a damaged copy changes nothing', async () => {
  const { dataDir, server, run, names, all } = await startScene();
  await server.end('SIGKILL');
  for (const [name, content] of [
    ['broken.db', 'no database'.repeat(1000)],
    ['empty.db', ''],
  ] as const) {
    writeFileSync(join(dataDir, name), content);
    const { code, output } = await run('restore', join(dataDir, name), '--yes');
    expect(output).toContain(`${name} was not restored: `);
    expect(code).toBe(1);
  }
  expect(await names()).toEqual(all);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('restore-'))).toEqual([]);
});

test('a damaged database is replaced, and kept for whoever can repair it', async () => {
  const { dataDir, server, start, run, copy } = await startScene();
  await server.end('SIGTERM');
  writeFileSync(join(dataDir, 'leads.db'), 'no database'.repeat(1000));
  const { code, output } = await run('restore', copy, '--yes');
  expect(output).toContain('The present database cannot be read: file is not a database');
  expect(code).toBe(0);
  expect(readdirSync(join(dataDir, 'backups')).join()).toContain('-replaced.db');
  const again = await start();
  expect((await fetch(`${again.url}/healthz`)).status).toBe(200);
  await again.end('SIGTERM');
});

test('after a restore new leads get new numbers on PostgreSQL, and nobody is signed in', async () => {
  const url = await newDatabase();
  const { server, run, copy, dataDir } = await startScene(url);
  const client = new Client(url);
  await client.connect();
  await client.query(
    `insert into sessions (secret_hash, browser, created_at, expires_at) values ('a', '', now(), now() + '1 day')`,
  );
  expect(await run('restore', copy, '--yes')).toMatchObject({ code: 0 });
  expect((await client.query('select * from sessions')).rows).toEqual([]);
  await client.end();
  const body = JSON.stringify({ name: 'new', phone: '1', email: null, message: 'Salom!' });
  const headers = { 'Content-Type': 'application/json' };
  expect((await fetch(server.url + submissionPath, { method: 'POST', headers, body })).status).toBe(201);
  const db = await openDatabase({ dataDir, databaseUrl: url });
  expect((await allLeads(db)).map(({ name }) => name)).toEqual(['new', 'early']);
  await db.close();
});
