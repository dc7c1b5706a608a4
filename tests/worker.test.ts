/** Static files and a hosted project: visitors' browsers fill the table, `npm run worker` brings the leads away. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startPostgres, type TestPostgres } from './postgres.ts';
import { startProcess, type TestProcess } from './processes.ts';
import { startTelegramStandIn } from './stand-ins/telegram.ts';

const migrations = join(import.meta.dirname, '../supabase/migrations');
let postgres: TestPostgres;
let projectUrl: string;
let client: Client;
let telegram: Awaited<ReturnType<typeof startTelegramStandIn>>;
let worker: TestProcess;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

/** As on a hosted project: its owner is no superuser, `anon` is the role of visitors, and the files were pushed. */
beforeEach(async () => {
  const url = new URL(await postgres.newDatabase());
  client = new Client(url.href);
  await client.connect();
  await client.query(`
    do $$ begin
      create role anon nologin; create role authenticated nologin; create role project login;
    exception when duplicate_object then null; end $$;
    alter database ${url.pathname.slice(1)} owner to project;
    set role project`);
  for (const file of readdirSync(migrations).sort()) {
    await client.query(readFileSync(join(migrations, file), 'utf8'));
  }
  url.username = 'project';
  projectUrl = url.href;
  telegram = await startTelegramStandIn({ token: '1:token', chatId: '-42' });
});
afterEach(async () => {
  expect(await worker.end('SIGTERM')).toBe(0);
  await Promise.all([client.end(), telegram.stop()]);
});

const startWorker = () => {
  worker = startProcess('server/worker.ts', {
    DATABASE_URL: projectUrl,
    TELEGRAM_BOT_TOKEN: '1:token',
    TELEGRAM_CHAT_ID: '-42',
    TELEGRAM_API_URL: telegram.url,
  });
};

/** What PostgREST does with a visitor's request. */
const insertAsVisitor = (name: string) =>
  client.query(`
    reset role;
    begin;
    set local role anon;
    insert into contact_submissions (name, phone, email, message)
      values ('${name}', ' +998 90 123 45 67 ', null, 'Salom!');
    commit`);

const visitorsTold = () => telegram.messages.map(({ text }) => /Visitor \w+/.exec(text)?.[0]);

test('every row a visitor inserts is delivered once, before and after the worker has started', async () => {
  await insertAsVisitor('Visitor one');
  startWorker();
  await worker.said(/Delivering leads to telegram; this process serves no pages/);
  await vi.waitUntil(() => telegram.messages.length === 1, { timeout: 20_000 });
  await insertAsVisitor('Visitor two');
  await vi.waitUntil(() => telegram.messages.length === 2, { timeout: 20_000 });

  expect(visitorsTold()).toEqual(['Visitor one', 'Visitor two']);
  expect(telegram.messages[1]?.text).toContain('+998 90 123 45 67');
  await worker.said(/"msg":"Lead delivered"[\s\S]*"msg":"Lead delivered"/);
  expect(worker.output()).not.toMatch(/Visitor|998|Salom/);
});
