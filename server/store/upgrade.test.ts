import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import postgres, { type Sql } from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { newDatabase } from '../../tests/shared-postgres.ts';
import { openPostgresStore } from './postgres.ts';
import { migrationsFolder } from './postgres-migrations.ts';
import { openSqliteStore } from './sqlite.ts';
import { migrations } from './sqlite-migrations.ts';
import type { Store } from './store.ts';

/** The release before leads had a status: its tables, and a process of it that is still running while it is replaced. */
type Before = { run(sql: string): Promise<unknown>; time: string; end(): Promise<void> };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upgrade-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const places: Record<string, () => Promise<{ before: Before; open(): Promise<Store> }>> = {
  SQLite: async () => {
    const file = join(folder, 'leads.db');
    const db = new DatabaseSync(file, { timeout: 1000 });
    db.exec(`${migrations.slice(0, 3).join('')} pragma user_version = 3`);
    return {
      before: { run: async (sql) => db.exec(sql), time: String(Date.now()), end: async () => db.close() },
      open: () => openSqliteStore(file),
    };
  },
  PostgreSQL: async () => {
    const url = await newDatabase({ empty: true });
    const sql: Sql = postgres(url, { max: 1, onnotice: () => {} });
    for (const file of readdirSync(migrationsFolder).sort().slice(0, 4))
      await sql.unsafe(readFileSync(join(migrationsFolder, file), 'utf8'));
    return {
      before: { run: (statement) => sql.unsafe(statement), time: 'now()', end: () => sql.end() },
      open: () => openPostgresStore(url),
    };
  },
};

it('every file of the PostgreSQL schema writes down its own number', () => {
  const files = readdirSync(migrationsFolder);
  for (const file of files)
    expect(readFileSync(join(migrationsFolder, file), 'utf8')).toContain(
      `insert into public.contact_migrations (version) values ('${file.split('_')[0]}');`,
    );
});

describe.each(Object.entries(places))('a database of the release before, on %s', (_name, prepare) => {
  let before: Before;
  let store: Store;
  beforeEach(async () => {
    const place = await prepare();
    before = place.before;
    await insert(1, 'Aziza', '90 123 45 67');
    await insert(2, 'Botir', '+39 06 1234567');
    await before.run(`
      insert into channels (channel, skips_up_to) values ('telegram', 0);
      insert into deliveries (submission_id, channel, state, attempts, next_attempt_at, last_error, scheduled_at)
        values (1, 'telegram', 'dead', 10, null, 'chat not found', ${before.time}),
               (2, 'telegram', 'pending', 3, ${before.time}, 'HTTP 500', ${before.time})`);
    store = await place.open();
  });
  afterEach(async () => {
    await before.end();
    await store.close();
  });
  const insert = (n: number, name: string, phone: string) =>
    before.run(`insert into contact_submissions (ref, name, phone, message, language, created_at)
                values ('AAAA-000${n}', '${name}', '${phone}', 'Salom', 'uz', ${before.time})`);
  const names = async (term: string) => (await store.listLeads({ terms: [[term]] })).map(({ name }) => name);

  it('keeps its leads, new and without a history, and finds them by their phone', async () => {
    expect(await store.findLead('AAAA-0001')).toMatchObject({
      lead: { name: 'Aziza', status: 'new', source: null, campaign: null },
      deliveries: [{ channel: 'telegram', state: 'dead', lastError: 'chat not found' }],
      events: [],
    });
    expect(await names('998901234567')).toEqual(['Aziza']);
    expect(await names('39061234567')).toEqual(['Botir']);
    expect(await store.countLeads()).toMatchObject({ new: 2, all: 2 });
  });

  it('delivers what was pending', async () => {
    expect(await store.deliveries.name(['telegram'])).toEqual([]);
    const claimed = await store.deliveries.claim('telegram', 10, 1000);
    expect(claimed).toMatchObject([{ attempts: 3, lead: { name: 'Botir' } }]);
    expect(await store.listLeads({ dead: true })).toMatchObject([{ name: 'Aziza' }]);
  });

  it('has something to tell of what was given up on before anybody was told of such things', async () => {
    expect(await store.notices.channelStates(['telegram'])).toMatchObject([{ dead: 1, givenUp: 1 }]);
  });

  it('knows that what was sent before anybody wrote down where it stands has to be looked for', async () => {
    await insert(4, 'Vali', '(93) 555-00-11');
    for (const n of [1, 2, 4]) await store.eraseLead(`AAAA-000${n}`);
    expect(await store.telegram.copiesLeft(9)).toEqual(['AAAA-0001', 'AAAA-0002']);
  });

  it('takes leads of the release that is being replaced, whole', async () => {
    await insert(3, 'Vali', '(93) 555-00-11');
    expect(await names('998935550011')).toEqual(['Vali']);
    expect(await store.changeLead('AAAA-0003', { kind: 'status', from: 'new', to: 'client' }, 'A')).toBe(
      true,
    );
    await before.run(`delete from contact_submissions where ref = 'AAAA-0003'`);
    expect(await names('998935550011')).toEqual([]);
    expect(await store.addLead(exampleNewLead())).toMatchObject({ stored: true });
  });
});
