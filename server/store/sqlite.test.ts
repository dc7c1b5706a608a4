import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
  rmSync(folder, { recursive: true });
});

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

  it('holds nothing of a lead that was erased', async () => {
    const marks = Array.from({ length: 400 }, (_, i) => `mark-${i.toString().padStart(4, '0')}-`);
    const refs = await Promise.all(
      marks.map((mark, i) =>
        store.addLead({
          ...lead,
          name: `${mark}n`,
          phone: `${mark}p`,
          message: mark.repeat(1 + ((i * 37) % 450)),
        }),
      ),
    );
    await store.enrolDeliveries(['telegram']);
    for (const [i, { ref }] of refs.entries()) {
      if (i % 40 === 0) expect(await store.eraseLead(ref)).toBe(true);
    }
    const bytes = everyByte();
    const found = marks.filter((mark) => bytes.includes(mark));
    expect(found).toEqual(marks.filter((_, i) => i % 40 !== 0));
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

  it('for too long is an outage, nothing is acknowledged, and it passes', async () => {
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    const attempts = await Promise.allSettled([
      store.addLead(lead),
      store.addLead(lead),
      store.checkWritable(),
    ]);
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    }
    expect(await store.listLeads({})).toEqual([]);
    other.exec('rollback');
    other.close();
    await store.checkWritable();
    expect(await store.addLead(lead)).toMatchObject({ stored: true });
  }, 20_000);
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

  it('that returns garbage is an outage, and over when the file is put back', async () => {
    const { ref } = await store.addLead(lead);
    await store.close();
    const whole = readFileSync(file);
    store = await openSqliteStore(file);
    writeFileSync(file, 'x'.repeat(whole.length));
    await expect(store.addLead(lead)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.checkWritable()).rejects.toBeInstanceOf(StoreUnavailable);
    for (const log of ['-wal', '-shm']) rmSync(file + log, { force: true });
    writeFileSync(file, whole);
    expect(await store.addLead(lead)).toMatchObject({ stored: true });
    expect(await store.findLead(ref)).not.toBeNull();
  });
});
