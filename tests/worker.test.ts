/** A static site: visitors' browsers fill the table of the Supabase project, `npm run worker` delivers the leads. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startPostgres } from './postgres.ts';
import { startProcess } from './processes.ts';
import { startHttpStandIn } from './stand-ins/http.ts';
import { startTelegramStandIn } from './stand-ins/telegram.ts';

/** As on a Supabase project, the owner is no superuser, and visitors have the role `anon`. */
async function startSupabaseProject() {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const client = new Client(postgres.url);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(
    `create role anon nologin; create role project login;
    alter database postgres owner to project; set role project`,
  );
  const migrations = join(import.meta.dirname, '../supabase/migrations');
  for (const file of readdirSync(migrations).sort())
    await client.query(readFileSync(join(migrations, file), 'utf8'));
  await client.query('reset role');
  return {
    url: postgres.url.replace('postgres@', 'project@'),
    /** Inserts a row as Supabase's gateway does for a visitor. */
    insert: (name: string) =>
      client.query(`begin; set local role anon;
        insert into contact_submissions (name, phone, email, message)
          values ('${name}', ' +998 90 123 45 67 ', null, 'Salom!');
        commit`),
  };
}

test('a worker without a database does not start', async () => {
  const worker = startProcess('server/worker.ts');
  expect(await worker.ended).toBe(78);
  expect(worker.output()).toMatch(/^DATABASE_URL is not set: /m);
});

test('every inserted row is delivered once, whether inserted before or after the worker started', async () => {
  const project = await startSupabaseProject();
  const telegram = await startTelegramStandIn({ token: '1:token', chatId: '-42' });
  onTestFinished(() => telegram.stop());
  const monitor = await startHttpStandIn(() => ({ status: 200 }));
  onTestFinished(() => monitor.stop());
  await project.insert('Visitor one');
  const worker = startProcess('server/worker.ts', {
    DATABASE_URL: project.url,
    TELEGRAM_API_URL: telegram.url,
    TELEGRAM_BOT_TOKEN: '1:token',
    TELEGRAM_CHAT_ID: '-42',
    HEARTBEAT_URL: monitor.url,
  });
  await worker.waitForOutput(/Delivering leads to telegram; this process serves no pages/);
  await vi.waitUntil(() => telegram.messages.length === 1, { timeout: 20_000 });
  await project.insert('Visitor two');
  await worker.waitForOutput(/"msg":"Lead delivered"[\s\S]*"msg":"Lead delivered"/);
  await vi.waitUntil(() => monitor.requests.length > 0, { timeout: 20_000 });
  expect(await worker.end('SIGTERM')).toBe(0);

  expect(telegram.messages.map(({ text }) => /Visitor \w+/.exec(text)?.[0])).toEqual([
    'Visitor one',
    'Visitor two',
  ]);
  expect(telegram.messages[1]?.text).toContain('+998 90 123 45 67');
  expect(worker.output()).not.toMatch(/Visitor|998 ?90|Salom/);
});
