import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStore } from './open.ts';
import { openSqliteStore } from './sqlite.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { LeadWriter } from './sqlite-lead-writer.ts';
import { type NewLead, type Store, StoreUnavailable } from './store.ts';

const lead: NewLead = {
  ...{ name: 'Aziza', phone: '+998 90', email: null, message: 'Salom' },
  ...{ idempotencyKey: null, language: 'uz', suspectedSpam: false },
};
let folder: string;
let file: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-test-'));
  file = join(folder, 'leads.db');
  store = await openSqliteStore(file);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The first search has the index made behind it. */
const indexed = async () => {
  const count = (table: string) => {
    const reader = new DatabaseSync(file);
    const row = reader.prepare(`select count(*) as n from ${table}`).get();
    reader.close();
    return row?.n;
  };
  await store.listLeads({ terms: [['?']] });
  await vi.waitFor(() => expect(count('lead_search')).toBe(count('contact_submissions')), 20_000);
};

const everyByte = () =>
  Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name)))).toString('latin1');

describe('the SQLite file', () => {
  it('is nobody else’s to read, nor is its log', async () => {
    await store.addLead(lead);
    for (const name of ['leads.db', 'leads.db-wal'])
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  });

  it('is written through to the disk on every commit', () => {
    const connection = new SqliteConnection(file);
    const setting = (name: string) => Object.values(connection.get<object>(`pragma ${name}`) ?? {})[0];
    expect(setting('journal_mode')).toBe('wal');
    expect(setting('synchronous'), 'FULL').toBe(2);
    expect(setting('foreign_keys')).toBe(1);
    expect(setting('secure_delete')).toBe(1);
    connection.close();
  });

  it('holds nothing of hundreds that were erased at once, and goes on being searched', async () => {
    const leads = await store.addLeads(
      Array.from({ length: 300 }, (_, i) => ({ ...lead, message: `mark-${i} of the erased` })),
    );
    await indexed();
    await store.eraseLeadsBefore(new Date(Date.now() + 1000), []);
    const { ref } = await store.addLead({ ...lead, message: 'mark of the living' });
    await store.clearTraces();
    expect(everyByte()).not.toContain('of the erased');
    const found = async (term: string) => (await store.listLeads({ terms: [[term]] })).map(({ ref }) => ref);
    expect(await found('of the')).toEqual([ref]);
    await indexed();
    expect(await found('of the')).toEqual([ref]);
    expect(leads).toHaveLength(300);
  });

  it('holds nothing of an erased lead once a reader has let go', async () => {
    const { ref } = await store.addLead({ ...lead, message: 'mark-of-the-erased' });
    const reader = new DatabaseSync(file);
    reader.exec('begin; select * from contact_submissions');
    await store.eraseLead(ref);
    setTimeout(() => reader.close(), 300);
    await store.clearTraces();
    expect(everyByte()).not.toContain('mark-of-the-erased');
  });

  it('of a newer program stops the start with a sentence', async () => {
    const database = new DatabaseSync(file);
    database.exec('pragma user_version = 99');
    database.close();
    await expect(openSqliteStore(file)).rejects.toThrow(/newer version of this program \(schema 99/);
  });

  it('cannot be in a folder that cannot be used, and the start says so', async () => {
    writeFileSync(join(folder, 'occupied'), '');
    const place = { databaseUrl: null, dataDir: join(folder, 'occupied/data') };
    await expect(openStore(place)).rejects.toThrow(/^DATA_DIR cannot be used: ENOTDIR/);
    await expect(openStore({ ...place, dataDir: join(folder, 'occupied') })).rejects.toBeInstanceOf(
      StoreUnavailable,
    );
  });

  it('is made together with its folder', async () => {
    const place = { databaseUrl: null, dataDir: join(folder, 'a/b') };
    await (await openStore(place)).close();
    expect(statSync(join(folder, 'a/b')).mode & 0o077).toBe(0);
  });
});

describe('a lock held by another process', () => {
  it('is waited for without standing still, and the lead is stored', async () => {
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    let turns = 0;
    const turning = setInterval(() => turns++, 5);
    const adding = store.addLead(lead);
    setTimeout(() => other.exec('rollback'), 300);
    expect(await adding).toMatchObject({ stored: true });
    clearInterval(turning);
    other.close();
    expect(turns).toBeGreaterThan(2);
  });
});

describe('a disk', () => {
  it('that is full is an outage, and over as soon as there is room', async () => {
    // SQLite's own limit on the pages of a file stands in for the disk: both end in SQLITE_FULL.
    const connection = new SqliteConnection(file);
    const writer = new LeadWriter(connection);
    const long = { ...lead, message: 'x'.repeat(5000) };
    connection.get('pragma max_page_count = 20');
    const attempts = [];
    for (let i = 0; i < 10; i++) attempts.push(await writer.add([long]).catch((error: unknown) => error));
    const refused = attempts.filter((attempt) => attempt instanceof StoreUnavailable);
    expect(refused.length).toBeGreaterThan(0);
    expect(await store.listLeads({})).toHaveLength(attempts.length - refused.length);
    connection.get('pragma max_page_count = 1000');
    expect(await writer.add([long])).toMatchObject([{ stored: true }]);
    connection.close();
  });
});
