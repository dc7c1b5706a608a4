import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStore } from './open.ts';
import { openSqliteStore } from './sqlite.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { LeadWriter } from './sqlite-lead-writer.ts';
import { migrations } from './sqlite-migrations.ts';
import { SqliteOverview } from './sqlite-overview.ts';
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
    await store.deliveries.enrol(['telegram']);
    await indexed();
    const indexOf = () => {
      const reader = new DatabaseSync(file);
      reader.exec(`create virtual table temp.pieces using fts5vocab(main, lead_search, 'instance')`);
      const rows = reader.prepare('select distinct doc from temp.pieces order by doc').all();
      reader.close();
      return rows.map(({ doc }) => Number(doc));
    };
    expect(indexOf()).toHaveLength(400);
    for (const [i, { ref }] of refs.entries()) {
      if (i % 40 === 0) expect(await store.eraseLead(ref)).toBe(true);
    }
    await store.clearTraces();
    expect(indexOf()).toHaveLength(390);
    const bytes = everyByte();
    const found = marks.filter((mark) => bytes.includes(mark));
    expect(found).toEqual(marks.filter((_, i) => i % 40 !== 0));
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

  it('holds an erased lead while somebody reads it, says so, and clears it at the next start', async () => {
    const { ref } = await store.addLead({ ...lead, message: 'mark-of-the-erased' });
    const reader = new DatabaseSync(file);
    reader.exec('begin; select * from contact_submissions');
    await store.eraseLead(ref);
    const log = statSync(`${file}-wal`).size;
    await expect(store.clearTraces()).rejects.toThrow(/another process is reading/);
    expect(statSync(`${file}-wal`).size, 'no rewritten file comes on top of it').toBe(log);
    expect(everyByte()).toContain('mark-of-the-erased');
    await store.close();

    reader.close();
    store = await openSqliteStore(file);
    await store.clearTraces();
    expect(everyByte()).not.toContain('mark-of-the-erased');
    expect(await store.findLead(ref)).toBeNull();
  }, 20_000);

  it('holds nothing of an erased lead once a reader has let go', async () => {
    const { ref } = await store.addLead({ ...lead, message: 'mark-of-the-erased' });
    const reader = new DatabaseSync(file);
    reader.exec('begin; select * from contact_submissions');
    await store.eraseLead(ref);
    setTimeout(() => reader.close(), 300);
    await store.clearTraces();
    expect(everyByte()).not.toContain('mark-of-the-erased');
  });

  describe('when leads are erased', () => {
    let connection: SqliteConnection;
    let overview: SqliteOverview;
    let done: string[];
    beforeEach(() => {
      connection = new SqliteConnection(file);
      overview = new SqliteOverview(connection);
      done = [];
      const exec = connection.exec.bind(connection);
      vi.spyOn(connection, 'exec').mockImplementation((statement) => {
        exec(statement);
        if (statement === 'vacuum') done.push('rewritten');
      });
    });
    afterEach(() => connection.close());
    const severalClear = () => Promise.all(Array.from({ length: 5 }, () => overview.clearTraces()));

    it('is rewritten once for all who erase, and once more for those who come meanwhile', async () => {
      const leads = await store.addLeads([lead, { ...lead, message: 'mark-of-the-erased' }]);
      await store.eraseLead(leads[0]?.ref ?? '');
      const first = severalClear();
      await new Promise(setImmediate);
      expect(done, 'the first is under way').toEqual([]);
      await store.eraseLead(leads[1]?.ref ?? '');
      await severalClear();
      await first;
      expect(done).toEqual(['rewritten', 'rewritten']);
      expect(everyByte()).not.toContain('mark-of-the-erased');
    });

    it('is rewritten at night when it is so large that leads would be turned away meanwhile', async () => {
      let now = new Date('2026-11-16T09:00:00+05:00');
      const large = new SqliteOverview(connection, { anyTimeBytes: 50_000, now: () => now });
      const leads = await store.addLeads(
        Array.from({ length: 100 }, (_, i) => ({ ...lead, message: `mark-${i} `.repeat(50) })),
      );
      await indexed();
      await store.eraseLead(leads[50]?.ref ?? '');
      await expect(large.clearTraces()).rejects.toThrow(/MB, .* between 3 and 5 at night/);
      expect(done).toEqual([]);
      // All but what may lie in the slack is gone at once.
      expect(everyByte()).not.toContain('mark-50 mark-50');
      now = new Date('2026-11-17T03:10:00+05:00');
      await large.clearTraces();
      expect(done).toEqual(['rewritten']);
      expect(everyByte()).not.toContain('mark-50 ');
      now = new Date('2026-11-17T09:00:00+05:00');
      await large.clearTraces();
      expect(done, 'nothing is left to do').toEqual(['rewritten']);
    });

    it('lets those who write have their turn before it is rewritten', async () => {
      const { ref } = await store.addLead(lead);
      await store.eraseLead(ref);
      const cleared = overview.clearTraces();
      await Promise.all([cleared, store.addLead(lead).then(() => done.push('written'))]);
      expect(done).toEqual(['written', 'rewritten']);
    });

    it('lets them have it also between two leads that are taken out of the index', async () => {
      const leads = await store.addLeads(Array.from({ length: 4 }, () => lead));
      await indexed();
      for (const { ref } of leads) await store.eraseLead(ref);
      const left = () => {
        const reader = new DatabaseSync(file);
        const row = reader.prepare('select count(*) as n from erased_leads where in_index = 1').get();
        reader.close();
        return Number(row?.n);
      };
      const cleared = overview.clearTraces();
      await store.addLead(lead);
      expect(left()).toBeGreaterThan(0);
      await cleared;
      expect(left()).toBe(0);
    });
  });

  it('is not locked for a guess, nor for a notice that was told', async () => {
    const now = new Date();
    const telling = { kind: 'ill', key: 'webhook', channel: 'telegram', saying: 'ill' } as const;
    await store.notices.told(telling, now);
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    try {
      await store.signIn.endSession('nobody');
      expect(await store.signIn.takeTry('nobody', now)).toBeNull();
      expect(await store.signIn.spendCode('nobody', now)).toBe(false);
      expect(await store.signIn.spendAddress('nobody', now)).toBe(false);
      expect(await store.notices.claim(telling, now, 60_000)).toBeNull();
      await store.notices.setRight(now, '2026-11-16');
    } finally {
      other.close();
    }
  }, 20_000);

  it('of the first version is brought up to date with its leads', async () => {
    await store.close();
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    const database = new DatabaseSync(file);
    database.exec(`${migrations[0]} pragma user_version = 1;
      insert into contact_submissions (ref, name, phone, message, created_at)
        values ('K7Q2-9F3D', 'Aziza', '1', 'm', 0);
      insert into deliveries (submission_id, channel, next_attempt_at) values (1, 'telegram', 0)`);
    database.close();
    const ref = 'K7Q2-9F3D';
    store = await openSqliteStore(file);
    expect((await store.findLead(ref))?.lead.name).toBe('Aziza');
    expect(await store.eraseLead(ref)).toBe(true);
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

describe('a file that is taken away under the running program', () => {
  const refused = async () => {
    await expect(store.addLead(lead)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.checkWritable()).rejects.toBeInstanceOf(StoreUnavailable);
  };
  const companions = ['', '-wal', '-shm'];
  /** What a process that starts now would find under the name. */
  const kept = async () => {
    const other = await openSqliteStore(file);
    const refs = (await other.listLeads({})).map(({ ref }) => ref);
    await other.close();
    return refs;
  };

  it('is noticed when it was removed: nothing is acknowledged, and the reason is told', async () => {
    await store.addLead(lead);
    for (const name of companions) rmSync(file + name);
    await refused();
    await expect(store.addLead(lead)).rejects.toThrow(/leads\.db was removed while it was in use/);
    expect(readdirSync(folder), 'no empty one is made in its place').toEqual([]);
  });

  it('is not made anew, empty, by whoever looks at leads while it is removed', async () => {
    await store.addLead(lead);
    renameSync(file, `${file}.away`);
    await expect(store.countLeads()).rejects.toBeInstanceOf(StoreUnavailable);
    expect(existsSync(file)).toBe(false);
    renameSync(`${file}.away`, file);
    expect(await store.countLeads()).toMatchObject({ all: 1 });
  });

  it('is noticed when its folder was removed, and a backup put in its place is taken', async () => {
    const { ref } = await store.addLead(lead);
    const saved = `${folder}-saved.db`;
    new DatabaseSync(file).exec(`vacuum into '${saved}'`);
    rmSync(folder, { recursive: true });
    await refused();
    mkdirSync(folder);
    await refused();
    renameSync(saved, file);
    const { ref: next } = await store.addLead(lead);
    expect(await kept()).toEqual([next, ref]);
  });

  it('is used again when it was moved away and back, whole', async () => {
    const { ref } = await store.addLead(lead);
    renameSync(file, `${file}.away`);
    await refused();
    renameSync(`${file}.away`, file);
    const { ref: next } = await store.addLead(lead);
    expect(await kept()).toEqual([next, ref]);
  });

  it('has everything acknowledged in it, wherever it was moved to', async () => {
    const { ref } = await store.addLead(lead);
    const away = mkdtempSync(join(tmpdir(), 'sqlite-test-away-'));
    renameSync(file, join(away, 'leads.db'));
    await refused();
    const moved = await openSqliteStore(join(away, 'leads.db'));
    expect((await moved.listLeads({})).map((found) => found.ref)).toEqual([ref]);
    await moved.close();
    rmSync(away, { recursive: true });
  });

  it('is followed when it was replaced, without the old one’s log', async () => {
    const { ref } = await store.addLead(lead);
    new DatabaseSync(file).exec(`vacuum into '${file}.copy'`);
    const { ref: lost } = await store.addLead(lead);
    renameSync(`${file}.copy`, file);
    const { ref: next } = await store.addLead(lead);
    expect(await kept()).toEqual([next, ref]);
    expect(await store.findLead(lost)).toBeNull();
    await store.checkWritable();
  });

  it('has every lead delivered that comes after an older backup took its place', async () => {
    await store.deliveries.name(['telegram']);
    const { ref } = await store.addLead(lead);
    new DatabaseSync(file).exec(`vacuum into '${file}.copy'`);
    for (let i = 0; i < 3; i++) await store.addLead(lead);
    await store.deliveries.enrol(['telegram']);
    renameSync(`${file}.copy`, file);
    const { ref: next } = await store.addLead(lead);
    await store.deliveries.enrol(['telegram']);
    const claimed = await store.deliveries.claim('telegram', 10, 1000);
    expect(claimed.map((delivery) => delivery.lead.ref)).toEqual([next, ref]);
  });

  it('sends no history to a channel the file in its place never heard of', async () => {
    const { ref } = await store.addLead(lead);
    const other = new DatabaseSync(file);
    other.exec(`update contact_submissions set created_at = 0; vacuum into '${file}.copy'`);
    other.close();
    await store.deliveries.name(['telegram']);
    await store.deliveries.enrol(['telegram']);
    renameSync(`${file}.copy`, file);
    const { ref: next } = await store.addLead(lead);
    await store.deliveries.enrol(['telegram']);
    expect((await store.findLead(ref))?.deliveries).toEqual([]);
    expect((await store.findLead(next))?.deliveries).toHaveLength(1);
  });

  it('is not followed to one that is empty, half copied or no database, until it is whole', async () => {
    await Promise.all(Array.from({ length: 100 }, () => store.addLead(lead)));
    new DatabaseSync(file).exec(`vacuum into '${file}.copy'`);
    const whole = readFileSync(`${file}.copy`);
    for (const part of [
      Buffer.alloc(0),
      whole.subarray(0, 3000),
      whole.subarray(0, whole.length / 2),
      'text',
    ]) {
      rmSync(file);
      writeFileSync(file, part);
      await refused();
      expect(readFileSync(file)).toEqual(Buffer.from(part));
    }
    rmSync(file);
    renameSync(`${file}.copy`, file);
    await store.addLead(lead);
    expect(await kept()).toHaveLength(101);
  });

  it.each(['-wal', '-shm'])('loses nothing with its %s', async (name) => {
    const { ref } = await store.addLead(lead);
    rmSync(file + name);
    const { ref: next } = await store.addLead(lead);
    expect(await kept()).toEqual([next, ref]);
  });

  it('is not believed to be there when it goes between the write and its answer', async () => {
    const connection = new SqliteConnection(file);
    expect(() =>
      connection.transaction(() => {
        connection.run('insert or replace into health (id, checked_at) values (1, 1)');
        for (const name of companions) rmSync(file + name);
      }),
    ).toThrow(StoreUnavailable);
    connection.close();
  });
});

it('is closed without working off what nobody waits for any more', async () => {
  const searches = Array.from({ length: 200 }, () => store.leadPart({}, { below: null, limit: 1 }));
  const ended = Promise.allSettled(searches);
  await store.close();
  const refused = (await ended).filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(100);
  store = await openSqliteStore(file);
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

  it('that has no room for a lead is told by the health check, until there is room', async () => {
    await store.checkWritable();
    const db = new DatabaseSync(file);
    db.exec('update health set checked_at = checked_at - 3600000');
    db.close();
    // What is written there finds no space left.
    symlinkSync('/dev/full', `${file}-room`);
    await expect(store.checkWritable()).rejects.toBeInstanceOf(StoreUnavailable);
    // The small write of a check that fails does not count as a good one.
    expect(await store.checkWritable()).toBeGreaterThanOrEqual(3_600_000);
    expect(readdirSync(folder).filter((name) => name.includes('room'))).toEqual([]);
  });

  it('is hardly filled by health checks while somebody reads', async () => {
    await store.addLead(lead);
    const reader = new DatabaseSync(file, { readOnly: true });
    reader.exec('begin; select count(*) from contact_submissions');
    await store.addLead(lead);
    const logSize = () => statSync(`${file}-wal`).size;
    await store.checkWritable();
    const before = logSize();
    for (let i = 0; i < 20; i++) await store.checkWritable();
    // A page and its header.
    expect((logSize() - before) / 20).toBeLessThanOrEqual(4096 + 24);
    reader.close();
  });

  it.each(['contact_submissions_created_at', 'deliveries_due', 'sqlite_autoindex_deliveries_1'])(
    'that has lost %s, which a lead needs, is told by the health check',
    async (lost) => {
      await store.addLead(lead);
      await store.close();
      const db = new DatabaseSync(file);
      const { page } = db.prepare('select rootpage as page from sqlite_schema where name = ?').get(lost) as {
        page: number;
      };
      db.close();
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.fill(0xee, (page - 1) * 4096, page * 4096));
      store = await openSqliteStore(file);
      await expect(store.checkWritable()).rejects.toBeInstanceOf(StoreUnavailable);
    },
  );

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

it('is closed to its end also when nobody waits any more for what it is asked', () => {
  const program = join(folder, 'close.mjs');
  writeFileSync(
    program,
    `import { openStore } from ${JSON.stringify(join(import.meta.dirname, 'open.ts'))};
    const store = await openStore({ databaseUrl: null, dataDir: import.meta.dirname });
    store.countLeads().catch(() => {});
    await store.close();
    console.log('closed');`,
  );
  expect(execFileSync(process.execPath, [program], { encoding: 'utf8' })).toBe('closed\n');
});
