import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import postgres, { type Sql } from 'postgres';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { submissionLimits } from '../../contract/submission.ts';
import { startPostgres, type TestPostgres } from '../../tests/postgres.ts';
import { newDatabase } from '../../tests/shared-postgres.ts';
import { stalledMs } from '../http-server.ts';
import { openPostgresStore } from './postgres.ts';
import { postgresFigures } from './postgres-figures.ts';
import { migratePostgres, migrationsFolder } from './postgres-migrations.ts';
import { PostgresOverview } from './postgres-overview.ts';
import { PostgresPool } from './postgres-pool.ts';
import { type SearchTerm, searchTerms } from './search-text.ts';
import { type LeadFilter, type NewLead, type Store, StoreUnavailable } from './store.ts';

const lead: NewLead = {
  ...{ name: 'Aziza', phone: '+998 90', email: null, message: 'Salom' },
  ...{ idempotencyKey: null, language: 'uz', suspectedSpam: false },
};
let url: string;
let sql: Sql;
let store: Store;
beforeEach(async () => {
  url = await newDatabase();
  store = await openPostgresStore(url);
  sql = postgres(url, { max: 3, onnotice: () => {} });
});
afterEach(async () => {
  await store.close();
  await sql.end();
});

describe('a search', () => {
  /** How many leads are read for it, in the mean of so many that it is no longer planned anew each time. */
  async function readFor(terms: SearchTerm[], filter: LeadFilter = {}) {
    const times = 12;
    const find = () => store.leadPart({ terms, ...filter }, { below: null, limit: 51 });
    for (let time = 1; time < times; time++) await find();
    const found = await find();
    // The store's own connections tell of what they read some time later.
    await store.close();
    await sql`select pg_stat_force_next_flush()`;
    const [row] = await sql<{ read: number }[]>`
      select idx_tup_fetch::int + seq_tup_read::int as read from pg_stat_user_tables
      where relname = 'contact_submissions'`;
    store = await openPostgresStore(url);
    return { found: found.length, read: (row?.read ?? 0) / times };
  }
  beforeEach(async () => {
    await sql`insert into contact_submissions (name, phone, message, suspected_spam)
              select 'Visitor', n, 'Karim', n < 30 from generate_series(1, 20000) n`;
    await sql`analyze`;
  });

  it('for what no lead has reads none of them, but for the newest', async () => {
    const terms = searchTerms('Karimova');
    expect(terms[0]).toContain('каримова');
    const { found, read } = await readFor(terms);
    expect(found).toBe(0);
    expect(read).toBeLessThan(10_000);
  });

  it('for what nearly all have reads only those in question, where these are few and old', async () => {
    const { found, read } = await readFor(searchTerms('Karim'), { tab: 'spam' });
    expect(found).toBe(29);
    expect(read).toBeLessThan(10_000);
  });
});

describe('a lead put into the table by hand', () => {
  it('is completed by the database: trimmed, an empty e-mail null, a reference, a time', async () => {
    await sql`insert into contact_submissions (name, phone, email, message)
              values (${' Aziza\n'}, ${'\u00a0+998'}, ${' '}, ${'Salom\ufeff'})`;
    const [kept] = await store.listLeads({});
    expect(kept).toMatchObject({
      name: 'Aziza',
      phone: '+998',
      email: null,
      message: 'Salom',
      suspectedSpam: false,
    });
    expect(kept?.ref).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(kept?.createdAt).toBeInstanceOf(Date);
  });

  it('is delivered like any other', async () => {
    expect(await store.deliveries.enrol(['telegram'])).toBe(0);
    await sql`insert into contact_submissions (name, phone, message) values ('A', '1', 'm')`;
    expect(await store.deliveries.enrol(['telegram'])).toBe(1);
  });

  it('is delivered also when its transaction began before others and ended after them', async () => {
    await store.addLead(lead);
    const slow = await sql.reserve();
    await slow`begin`;
    await slow`insert into contact_submissions (name, phone, message) values ('slow', '1', 'm')`;
    await store.addLead(lead);
    expect(await store.deliveries.enrol(['telegram'])).toBe(2);
    await slow`commit`;
    slow.release();
    expect(await store.deliveries.enrol(['telegram'])).toBe(1);
    expect(await store.deliveries.enrol(['telegram'])).toBe(0);
  });

  it('is told to whoever follows also when more than can be told at once came before it ended', async () => {
    const look = store.followLeads();
    await look();
    const slow = await sql.reserve();
    await slow`begin`;
    await slow`insert into contact_submissions (ref, name, phone, message) values ('SLOW-0001', 'A', '1', 'm')`;
    await store.addLeads(Array.from({ length: 1500 }, () => lead));
    const told = await look();
    await slow`commit`;
    slow.release();
    expect(told).toHaveLength(1000);
    for (let events = told; events.length > 0; told.push(...events)) events = await look();
    expect(told).toContainEqual({ ref: 'SLOW-0001', kind: 'added' });
    expect([told.length, new Set(told.map(({ ref }) => ref)).size]).toEqual([1501, 1501]);
  });

  it('is cleared of exactly what JavaScript trims', async () => {
    const everyCharacter = Array.from({ length: 0xffff }, (_, i) => String.fromCharCode(i + 1));
    const trimmed = everyCharacter.filter((character) => character.isWellFormed() && character.trim() === '');
    const kept = everyCharacter.filter(
      (character) => /[\p{Cf}\p{Z}\p{Cc}]/u.test(character) && character.trim(),
    );
    for (const character of trimmed) {
      const insert = sql`insert into contact_submissions (name, phone, message) values (${character}, '1', 'm')`;
      await expect(insert, `U+${character.charCodeAt(0).toString(16)}`).rejects.toMatchObject({
        code: '23502',
      });
    }
    const whole = kept.map((character) => ({ name: character, phone: '1', message: 'm' }));
    await sql`insert into contact_submissions ${sql(whole)}`;
    expect((await store.listLeads({})).map(({ name }) => name).sort()).toEqual([...kept].sort());
  });
});

describe('a database that was restored on another server', () => {
  it('has its new leads delivered, though its transactions are counted from lower numbers', async () => {
    const elsewhere = await startPostgres();
    const restored = await elsewhere.newDatabase(new URL(url).pathname.slice(1));
    await (await openPostgresStore(restored)).close();
    // One address for both, as DATABASE_URL has it.
    let target = new URL(url);
    const sockets = new Set<Socket>();
    const door = createServer((socket) => {
      const behind = connect(Number(target.port), target.hostname);
      for (const each of [socket, behind]) sockets.add(each.on('error', () => {}));
      socket.pipe(behind).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(door, 'listening');
    const { port } = door.address() as AddressInfo;
    // Both servers were new at the start: this one is to have counted further.
    await sql.unsafe(
      'do $$ begin for i in 1..2000 loop perform pg_current_xact_id(); commit; end loop; end $$',
    );
    const moving = await openPostgresStore(`postgres://postgres@127.0.0.1:${port}${new URL(url).pathname}`);
    try {
      await moving.addLead(lead);
      expect(await moving.deliveries.enrol(['telegram'])).toBe(1);
      target = new URL(restored);
      for (const socket of sockets) socket.destroy();
      await moving.addLead(lead);
      expect(await moving.deliveries.enrol(['telegram'])).toBe(1);
    } finally {
      await moving.close();
      door.close();
      await elsewhere.stop();
    }
  }, 30_000);

  describe('with leads whose numbers it will give out in years', () => {
    beforeEach(async () => {
      for (let i = 0; i < 3; i++) await store.addLead(lead);
      await sql`update contact_submissions set inserted_in = '900000000'`;
    });

    it('does not read all of them at each look for news', async () => {
      const pool = new PostgresPool(url, { max: 1 });
      let refs: string[] = [];
      const ask: PostgresPool['ask'] = async (query, withinMs) => {
        const rows = await pool.ask(query, withinMs);
        refs = (rows as { ref: string | null }[]).flatMap(({ ref }) => ref ?? []);
        return rows;
      };
      const follow = new PostgresOverview({ ask } as PostgresPool).follow();
      await follow();
      expect(await follow()).toEqual([]);
      expect(refs).toEqual([]);
      const { ref } = await store.addLead(lead);
      expect(await follow()).toEqual([{ ref, kind: 'added' }]);
      await pool.end();
    });

    it('looks through them for what is to be delivered once', async () => {
      expect(await store.deliveries.enrol(['telegram'])).toBe(3);
      await sql`delete from deliveries`;
      await store.addLead(lead);
      expect(await store.deliveries.enrol(['telegram'])).toBe(1);
    });
  });
});

/** Until it is let go; `vacuum full` takes the same lock. */
async function lock(table: string) {
  const holder = await sql.reserve();
  await holder`begin`;
  await holder.unsafe(`lock table ${table} in access exclusive mode`);
  return async () => {
    await holder`rollback`;
    holder.release();
  };
}

it('a lead is stored however many look at sums that take their time', async () => {
  const unlock = await lock('lead_events');
  const sums = Promise.all(Array.from({ length: 100 }, () => store.countSuspects()));
  try {
    expect(await store.addLead(lead)).toMatchObject({ stored: true });
  } finally {
    await unlock();
  }
  expect(new Set(await sums)).toEqual(new Set([0]));
});

it('lists and figures that do not come are given up before whoever waits for them in the inbox is cut off', async () => {
  const limits: (number | undefined)[] = [];
  const ask = async (_query: unknown, withinMs?: number) => {
    limits.push(withinMs);
    return [];
  };
  const pool = { ask } as unknown as PostgresPool;
  await new PostgresOverview(pool).waiting(1);
  await postgresFigures(pool).sums({ since: '2026-11-01', until: '2026-11-30' }, { first: [], most: 1 });
  await postgresFigures(pool).madeLinks(new Date(), 1);
  expect(limits.filter((limit = 0) => limit >= stalledMs)).toEqual([]);
});

it('a query that failed after its first rows takes none from the next one', async () => {
  const pool = new PostgresPool(url, { max: 1 });
  await expect(pool.ask((sql) => sql`select 1 / (3 - n) from generate_series(1, 5) n`)).rejects.toThrow(
    'division by zero',
  );
  expect(await pool.ask((sql) => sql`select 7 as seven`)).toEqual([{ seven: 7 }]);
  await pool.end();
});

it.each(['contact_submissions', 'deliveries', 'marks'])(
  'is not called writable while %s is locked',
  async (table) => {
    const unlock = await lock(table);
    try {
      await expect(store.checkWritable()).rejects.toThrow(StoreUnavailable);
    } finally {
      await unlock();
    }
    await store.checkWritable();
  },
);

it('is not called writable while leads are turned away by a full disk', async () => {
  await sql.unsafe(`create function no_room() returns trigger language plpgsql as $$
    begin raise 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger no_room before insert on contact_submissions for each row execute function no_room()`);
  await expect(store.addLead(lead)).rejects.toThrow('could not extend file');
  await expect(store.checkWritable()).rejects.toThrow('could not extend file');
  await sql`drop trigger no_room on contact_submissions`;
  await store.checkWritable();
  expect(await store.listLeads({})).toEqual([]);
});

describe('a locked table', () => {
  const waiting = async () => {
    const [row] = await sql<{ waiting: number }[]>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return row?.waiting ?? 0;
  };

  it('keeps few connections waiting however many leads come, and none once they were turned away', async () => {
    const unlock = await lock('contact_submissions');
    let most = 0;
    const sent = Array.from({ length: 30 }, async (_, i) => {
      await sleep(i * 50);
      most = Math.max(most, await waiting());
      return store.addLead(lead);
    });
    for (const outcome of await Promise.allSettled(sent))
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    most = Math.max(most, await waiting());
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(10);
    // The server itself ends those that were abandoned.
    await store.close();
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
    await unlock();
    store = await openPostgresStore(url);
    expect(await store.addLead(lead)).toMatchObject({ stored: true });
  });

  it('that is let go in time costs no lead and doubles none', async () => {
    const unlock = await lock('contact_submissions');
    const sent = Array.from({ length: 20 }, () => store.addLead(lead));
    await sleep(2500);
    await unlock();
    await Promise.all(sent);
    expect(await store.listLeads({})).toHaveLength(20);
  });

  it('keeps a migration waiting for as long as it takes', async () => {
    const empty = await newDatabase({ empty: true });
    const other = postgres(empty, { max: 1, onnotice: () => {} });
    const holder = await other.reserve();
    await holder`begin`;
    await holder`select pg_advisory_xact_lock(7061522019)`;
    // Whatever limit the host has set for others.
    const opening = openPostgresStore(`${empty}?statement_timeout=500`);
    await sleep(3000);
    const [row] = await holder<{ since: number }[]>`
      select extract(epoch from clock_timestamp() - query_start)::float as since from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    expect(row?.since).toBeGreaterThan(2);
    await holder`rollback`;
    holder.release();
    await (await opening).close();
    await other.end();
  });
});

describe('a pooler that takes no limits at the start of a session', () => {
  it('is used without', async () => {
    const target = new URL(url);
    // As PgBouncer does: what else is sent at the start, it passes on.
    const refusal = 'SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: lock_timeout\0\0';
    const message = Buffer.from(`E....${refusal}`);
    message.writeInt32BE(refusal.length + 4, 1);
    let refused = 0;
    const pooler = createServer((socket) => {
      const behind = connect(Number(target.port), target.hostname);
      for (const each of [socket, behind]) each.on('error', () => {});
      socket.once('close', () => behind.destroy());
      socket.once('data', (start) => {
        if (start.includes('lock_timeout')) {
          refused += 1;
          return void socket.end(message);
        }
        behind.write(start);
        socket.pipe(behind).pipe(socket);
      });
    }).listen(0, '127.0.0.1');
    await once(pooler, 'listening');
    const { port } = pooler.address() as AddressInfo;
    const through = await openPostgresStore(`postgres://postgres@127.0.0.1:${port}${target.pathname}`);
    await Promise.all(Array.from({ length: 20 }, () => through.addLead(lead)));
    expect(await through.listLeads({})).toHaveLength(20);
    expect(refused).toBeGreaterThan(0);
    await through.close();
    pooler.close();
  });
});

describe('the table’s constraints', () => {
  it('hold every field to the length of the contract', async () => {
    for (const [field, limit] of Object.entries(submissionLimits)) {
      const text = (length: number) =>
        field === 'email' ? `${'🎓'.repeat(length - 2)}@b` : '🎓'.repeat(length);
      const row = { name: 'A', phone: '1', message: 'm' };
      await sql`insert into contact_submissions ${sql({ ...row, [field]: text(limit) })}`;
      const tooLong = sql`insert into contact_submissions ${sql({ ...row, [field]: text(limit + 1) })}`;
      await expect(tooLong, field).rejects.toMatchObject({ code: '23514' });
    }
  });

  it('refuse a blank field as missing', async () => {
    for (const field of ['name', 'phone', 'message']) {
      const row = { name: 'A', phone: '1', message: 'm', [field]: ' \u3000 ' };
      await expect(sql`insert into contact_submissions ${sql(row)}`).rejects.toMatchObject({ code: '23502' });
    }
  });

  it('refuse what is no e-mail', async () => {
    for (const email of ['aziza', 'a@b@c', 'a b@c', '@b']) {
      const row = { name: 'A', phone: '1', message: 'm', email };
      await expect(sql`insert into contact_submissions ${sql(row)}`).rejects.toMatchObject({ code: '23514' });
    }
  });
});

describe('a long list', () => {
  it('reads every lead once, not the whole table for each page', async () => {
    await sql`insert into contact_submissions (name, phone, message, created_at)
              select 'A', '1', 'm', now() - i * interval '1 minute' from generate_series(1, 10000) i`;
    await sql`analyze`;
    // The worse plan, made without looking at the values: PostgreSQL takes it when it pleases.
    await store.close();
    store = await openPostgresStore(`${url}?plan_cache_mode=force_generic_plan`);
    expect(await store.listLeads({})).toHaveLength(10_000);
    // A session tells what it has read when it ends.
    await store.close();
    const rowsRead = async () => {
      const [read] = await sql<{ rows: number }[]>`
        select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
        from pg_stat_user_tables where relname = 'contact_submissions'`;
      return read?.rows;
    };
    await expect.poll(rowsRead, { timeout: 5000 }).toBeGreaterThanOrEqual(10_000);
    expect(await rowsRead()).toBeLessThan(20_000);
    store = await openPostgresStore(url);
  });
});

describe('a migration', () => {
  it('brings the tables of the first version up to date with their leads', async () => {
    const first = await newDatabase({ empty: true });
    const owner = postgres(first, { max: 1, onnotice: () => {} });
    for (const file of readdirSync(migrationsFolder).sort().slice(0, 2))
      await owner.unsafe(readFileSync(join(migrationsFolder, file), 'utf8'));
    await owner`insert into contact_submissions (name, phone, message) values ('A', '1', 'm')`;
    await owner.end();
    const upgraded = await openPostgresStore(first);
    expect(await upgraded.listLeads({})).toMatchObject([{ name: 'A' }]);
    expect(await upgraded.addLead(lead)).toMatchObject({ stored: true });
    await upgraded.close();
  });

  it('writes down its own version, whoever runs it', async () => {
    const versions = readdirSync(migrationsFolder).map((file) => {
      const version = file.split('_')[0] as string;
      expect(readFileSync(join(migrationsFolder, file), 'utf8')).toContain(`(version) values ('${version}')`);
      return version;
    });
    const rows = await sql`select version from contact_migrations order by version`;
    expect(rows.map((row) => row.version)).toEqual(versions.sort());
  });

  it('beside somebody who reads in a transaction turns no lead of a running server away', async () => {
    const first = await newDatabase({ empty: true });
    const owner = postgres(first, { max: 2, onnotice: () => {} });
    for (const file of readdirSync(migrationsFolder).sort().slice(0, 2))
      await owner.unsafe(readFileSync(join(migrationsFolder, file), 'utf8'));
    const reader = await owner.reserve();
    await reader`begin`;
    await reader`select from contact_submissions`;
    const upgrading = openPostgresStore(first);
    const isWaiting = async () => {
      const [row] = await reader`select from pg_locks where locktype = 'relation' and not granted`;
      return row !== undefined;
    };
    await expect.poll(isWaiting, { timeout: 5000 }).toBe(true);
    // As long as a visitor waits.
    await owner`set lock_timeout = 5000`;
    await owner`insert into contact_submissions (name, phone, message) values ('A', '1', 'm')`;
    await reader`rollback`;
    reader.release();
    const upgraded = await upgrading;
    expect(await upgraded.listLeads({})).toMatchObject([{ name: 'A' }]);
    await upgraded.close();
    await owner.end();
  }, 20_000);

  it('newer than the program stops it with a sentence', async () => {
    await sql`insert into contact_migrations (version) values ('20991231000000')`;
    await expect(openPostgresStore(url)).rejects.toThrow(
      /newer version of this program \(migration 20991231000000/,
    );
  });

  it('that fails leaves nothing behind, and says why', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    cpSync(migrationsFolder, folder, { recursive: true });
    writeFileSync(join(folder, '20990101000000_broken.sql'), 'create table half (id int); select 1/0;');
    await expect(migratePostgres(sql, folder)).rejects.toThrow('division by zero');
    rmSync(folder, { recursive: true });
    expect((await sql`select to_regclass('half') as half`)[0]?.half).toBeNull();
    expect(await store.addLead(lead)).toMatchObject({ stored: true });
  });
});

describe('an outage', () => {
  let server: TestPostgres;
  /** The store's, by a role of its own: what is set for it concerns nobody else. */
  async function ownDatabase() {
    const url = await server.newDatabase();
    const owner = postgres(url, { max: 1, onnotice: () => {} });
    const name = new URL(url).pathname.slice(1);
    await owner.unsafe(`create role of_${name} login; alter database ${name} owner to of_${name}`);
    await store.close();
    store = await openPostgresStore(url.replace('postgres@', `of_${name}@`));
    return { name, owner };
  }
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await store.close();
    store = await openPostgresStore(await server.newDatabase());
  });

  it('that is a restart under load costs no lead, doubles none and needs no restart here', async () => {
    const sent = Array.from({ length: 300 }, (_, i) => ({
      ...lead,
      name: `lead ${i}`,
      idempotencyKey: `key ${i}`,
    }));
    const outcomes: Promise<string | null>[] = [];
    const send = async (batch: NewLead[]) => {
      outcomes.push(
        ...batch.map((each) =>
          store.addLead(each).then(
            () => each.name,
            () => null,
          ),
        ),
      );
      await new Promise((passed) => setTimeout(passed, 5));
    };
    for (let i = 0; i < 100; i += 10) await send(sent.slice(i, i + 10));
    const halted = server.halt();
    for (let i = 100; i < 200; i += 10) await send(sent.slice(i, i + 10));
    await halted;
    const resumed = server.resume();
    for (let i = 200; i < 300; i += 10) await send(sent.slice(i, i + 10));
    await resumed;
    const acknowledged = (await Promise.all(outcomes)).filter((name) => name !== null);
    const kept = (await store.listLeads({})).map(({ name }) => name);
    expect(new Set(kept).size).toBe(kept.length);
    expect(acknowledged.filter((name) => !kept.includes(name))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(100);
  });

  it('is told as such, and is over when the database is back', async () => {
    await server.halt();
    try {
      const attempts = [
        store.addLead(lead),
        store.checkWritable(),
        store.listLeads({}),
        store.deliveries.claim('telegram', 1, 1),
      ];
      for (const attempt of await Promise.allSettled(attempts)) {
        expect(attempt).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
      }
    } finally {
      await server.resume();
    }
    await store.checkWritable();
    expect(await store.addLead(lead)).toMatchObject({ stored: true });
  }, 15_000);

  it('is also a database that may only be read', async () => {
    const name = new URL(url).pathname.slice(1);
    await sql.unsafe(`alter database ${name} set default_transaction_read_only = on`);
    const reader = await openPostgresStore(url);
    await expect(reader.addLead(lead)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(reader.checkWritable()).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await reader.listLeads({})).toEqual([]);
    await reader.close();
  }, 15_000);

  it('that leaves a session which may only read is over with it, without a restart here', async () => {
    const name = new URL(url).pathname.slice(1);
    await sql.unsafe(`alter database ${name} set default_transaction_read_only = on`);
    const pool = new PostgresPool(url, { max: 1 });
    const write = () => pool.ask((sql) => sql`delete from marks`);
    await expect(write()).rejects.toBeInstanceOf(StoreUnavailable);
    await sql.unsafe(`alter database ${name} reset default_transaction_read_only`);
    await write();
    await pool.end();
  });

  it('is also a table that is not for this role', async () => {
    const { name, owner } = await ownDatabase();
    await owner.unsafe(`revoke all on channels, marks from of_${name}`);
    await owner.end();
    const attempts = [store.addLead(lead), store.deliveries.worked('telegram')];
    for (const attempt of await Promise.allSettled(attempts))
      expect(attempt).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
  });

  it('that passes is waited for: by all a deadlock and a lack of connections, for a lead whatever does', async () => {
    const pool = new PostgresPool(url, { max: 1 });
    const failingFirst = (codes: string[]) => (sql: Sql) => {
      const code = codes.shift();
      return code
        ? sql.unsafe(`do $$ begin raise 'not now' using errcode = '${code}'; end $$`)
        : sql`select 7 as seven`;
    };
    expect(await pool.ask(failingFirst(['40P01', '53300']))).toEqual([{ seven: 7 }]);
    // A statement that was cancelled, a pooler without connections.
    expect(await pool.askPatiently(failingFirst(['57014', 'XX000']))).toEqual([{ seven: 7 }]);
    await pool.end();
  });

  it('is not made of more leads at once than there are connections', async () => {
    const { name, owner } = await ownDatabase();
    await owner.unsafe(`alter role of_${name} connection limit 3`);
    await owner.end();
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => store.addLead(lead)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('is also a certificate of the database that is no longer believed', async () => {
    const { key, cert } = new SMTPServer({ secure: true }).options;
    const door = createServer((socket) => {
      // PostgreSQL's "yes" to whoever asks for encryption.
      socket.once('data', () => {
        socket.write('S');
        new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => {});
      });
    }).listen(0, '127.0.0.1');
    await once(door, 'listening');
    const { port } = door.address() as AddressInfo;
    const pool = new PostgresPool(`postgres://a@127.0.0.1:${port}/a?sslmode=verify-full`, { max: 1 });
    await expect(pool.ask((sql) => sql`select 1`)).rejects.toThrow(/^DATABASE_URL: .*certificate/);
    await pool.end();
    door.close();
  });

  it('at the start is told in a sentence: no database, a role without rights, letters it cannot keep', async () => {
    await expect(openPostgresStore(`${url}_missing`)).rejects.toThrow(/^DATABASE_URL: .*does not exist/);
    const empty = await server.newDatabase();
    const owner = postgres(empty, { max: 1, onnotice: () => {} });
    await owner`create role poor login`;
    await owner`create database latin encoding 'LATIN1' template template0`;
    await owner.end();
    await expect(openPostgresStore(empty.replace('postgres@', 'poor@'))).rejects.toThrow(
      /^DATABASE_URL: .*permission denied/,
    );
    await expect(openPostgresStore(new URL('/latin', empty).href)).rejects.toThrow(
      /^DATABASE_URL: .*no equivalent in encoding/,
    );
  });
});
