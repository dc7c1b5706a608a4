import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { newDatabase } from '../../tests/shared-postgres.ts';
import type { ClaimedDelivery } from '../deliveries/delivery-store.ts';
import { openPostgresStore } from './postgres.ts';
import { claimDue, scheduledByWrongClock as scheduledByWrongClockInPostgres } from './postgres-deliveries.ts';
import { migrationsFolder } from './postgres-migrations.ts';
import { openSqliteStore } from './sqlite.ts';
import { dueDeliveries, scheduledByWrongClock } from './sqlite-deliveries.ts';
import { migrations } from './sqlite-migrations.ts';
import type { Channel, Store } from './store.ts';

/** What the two databases have to be told in their own words. */
type Place = {
  open(): Promise<Store>;
  /** The tables as the first release made them. */
  firstSchema(): Promise<void>;
  run(sql: string): Promise<void>;
  /** A time so many milliseconds from now. */
  time(fromNow: number): string;
  /** What is added to a time. */
  span(ms: number): string;
};

const minute = 60_000;
const day = 24 * 60 * minute;
const year = 365 * day;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deliveries-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const places: Record<string, () => Promise<Place>> = {
  SQLite: async () => {
    const file = join(folder, 'leads.db');
    const run = async (sql: string) => {
      const db = new DatabaseSync(file, { timeout: 1000 });
      db.exec(sql);
      db.close();
    };
    return {
      open: () => openSqliteStore(file),
      firstSchema: () => run(`${migrations[0]}; pragma user_version = 1`),
      run,
      time: (fromNow) => String(Date.now() + fromNow),
      span: String,
    };
  },
  PostgreSQL: async () => {
    let url = await newDatabase();
    const run = async (statements: string) => {
      const sql = postgres(url, { max: 1, onnotice: () => {} });
      await sql.unsafe(statements);
      await sql.end();
    };
    return {
      open: () => openPostgresStore(url),
      async firstSchema() {
        url = await newDatabase({ empty: true });
        for (const file of ['20261101000000_contact_submissions.sql', '20261101000100_deliveries.sql'])
          await run(readFileSync(join(migrationsFolder, file), 'utf8'));
      },
      run,
      time: (fromNow) => `now() + interval '${fromNow} milliseconds'`,
      span: (ms) => `interval '${ms} milliseconds'`,
    };
  },
};

describe.each(Object.entries(places))('on %s', (_name, prepare) => {
  let place: Place;
  let store: Store;
  beforeEach(async () => {
    place = await prepare();
  });
  afterEach(() => store.close());

  /** Leads named by what they are given, each that many days old, oldest first. */
  async function addAged(...ages: number[]) {
    for (const age of ages) {
      const { ref } = await store.addLead({ ...exampleNewLead(), name: `${age} days` });
      const created = place.time(-age * day);
      await place.run(`update contact_submissions set created_at = ${created} where ref = '${ref}'`);
    }
  }
  /** All that is due, in the order it is claimed. */
  async function claimed(channel: Channel) {
    const names: string[] = [];
    for (;;) {
      const [delivery] = await store.deliveries.claim(channel, 1, minute);
      if (!delivery) return names;
      names.push(delivery.lead.name);
    }
  }

  describe('a channel', () => {
    beforeEach(async () => {
      store = await place.open();
    });

    it('that is new gets the leads of three days, newest first, and all that come', async () => {
      await addAged(400, 4, 2, 1);
      expect(await store.deliveries.name(['telegram'])).toEqual([{ channel: 'telegram', olderLeads: 2 }]);
      expect(await store.deliveries.enrol(['telegram'])).toBe(2);
      expect(await claimed('telegram')).toEqual(['1 days', '2 days']);
      await addAged(0);
      await store.deliveries.enrol(['telegram']);
      expect(await claimed('telegram')).toEqual(['0 days']);
    });

    it('that is known gets all it missed, however long nobody served it, and the newest first', async () => {
      await store.deliveries.name(['telegram']);
      await addAged(400, 30, 2, 1);
      await store.close();
      store = await place.open();
      expect(await store.deliveries.name(['telegram', 'webhook'])).toEqual([
        { channel: 'webhook', olderLeads: 2 },
      ]);
      await store.deliveries.enrol(['telegram', 'webhook']);
      expect(await claimed('telegram')).toEqual(['1 days', '2 days', '30 days', '400 days']);
      expect(await claimed('webhook')).toEqual(['1 days', '2 days']);
    });

    it('sends what came last before the backlog', async () => {
      await store.deliveries.name(['telegram']);
      await addAged(3, 2, 1);
      await store.deliveries.enrol(['telegram']);
      await new Promise((passed) => setTimeout(passed, 5));
      await addAged(0);
      await store.deliveries.enrol(['telegram']);
      expect(await claimed('telegram')).toEqual(['0 days', '1 days', '2 days', '3 days']);
    });

    it('first named by a clock that is a year behind gets the leads of three days all the same', async () => {
      await addAged(-355, -364, -365);
      expect(await store.deliveries.name(['telegram'])).toEqual([{ channel: 'telegram', olderLeads: 1 }]);
      await store.deliveries.enrol(['telegram']);
      expect(await claimed('telegram')).toEqual(['-365 days', '-364 days']);
    });

    it('first named by a clock that is a year ahead still gets every lead that comes', async () => {
      await addAged(365);
      await store.deliveries.name(['telegram']);
      // A clock put back by as much makes the lead that comes now look older than what the channel starts with.
      await addAged(364);
      await store.deliveries.enrol(['telegram']);
      expect(await claimed('telegram')).toEqual(['364 days']);
    });
  });

  describe('a clock', () => {
    beforeEach(async () => {
      store = await place.open();
      await store.addLead(exampleNewLead());
      await store.deliveries.enrol(['telegram']);
    });
    const claim = async () => (await store.deliveries.claim('telegram', 1, minute))[0];
    const putBack = (ms: number) =>
      place.run(
        `update deliveries set next_attempt_at = next_attempt_at + ${place.span(ms)},
           scheduled_at = scheduled_at + ${place.span(ms)}, failed_at = failed_at + ${place.span(ms)}`,
      );

    it.each([
      ['five minutes', 5 * minute],
      ['five hours', 300 * minute],
      ['a year', year],
      ['fifty years', 50 * year],
    ])('put back by %s delays no lead that has just come', async (_by, ms) => {
      await putBack(ms);
      expect(await claim()).toMatchObject({ attempts: 0 });
      expect(await claim()).toBeUndefined();
    });

    it.each([5 * minute, year])('put back by %d ms ends the leases of before', async (ms) => {
      await claim();
      await putBack(ms);
      expect(await claim()).toMatchObject({ attempts: 0 });
    });

    it.each([5 * minute, year])('put back by %d ms ends the waits of before', async (ms) => {
      await store.deliveries.failed((await claim()) as ClaimedDelivery, 'HTTP 500', day);
      expect(await claim()).toBeUndefined();
      await putBack(ms);
      expect(await claim()).toMatchObject({ attempts: 1 });
    });

    it('that is put right by a second changes nothing', async () => {
      await claim();
      await putBack(1000);
      expect(await claim()).toBeUndefined();
    });

    it('put forward makes what waits due, once', async () => {
      await store.deliveries.failed((await claim()) as ClaimedDelivery, 'HTTP 500', day);
      await putBack(-year);
      expect(await claim()).toMatchObject({ attempts: 1 });
      expect(await claim()).toBeUndefined();
    });
  });

  describe('a claim', () => {
    let ref: string;
    let delivery: ClaimedDelivery;
    beforeEach(async () => {
      store = await place.open();
      ({ ref } = await store.addLead(exampleNewLead()));
      await store.deliveries.enrol(['telegram']);
      [delivery] = (await store.deliveries.claim('telegram', 1, 0)) as [ClaimedDelivery];
    });
    const state = async () => (await store.findLead(ref))?.deliveries[0];

    it('that a resend has overtaken writes nothing down: the lead is sent again', async () => {
      await store.deliveries.resend(ref, ['telegram'], 'Aziza');
      expect(await store.deliveries.failed(delivery, 'the tenth failure', null)).toBe(false);
      expect(await state()).toMatchObject({ state: 'pending', attempts: 0, lastError: null });
      expect(await store.deliveries.succeeded(delivery)).toBe(false);
      expect(await store.deliveries.claim('telegram', 1, minute)).toHaveLength(1);
    });

    it('whose lease ran out leaves the word to the one that followed', async () => {
      const [successor] = (await store.deliveries.claim('telegram', 1, minute)) as [ClaimedDelivery];
      expect(await store.deliveries.failed(delivery, 'late', null)).toBe(false);
      expect(await state()).toMatchObject({ state: 'pending', attempts: 0 });
      expect(await store.deliveries.succeeded(successor)).toBe(true);
      expect(await state()).toMatchObject({ state: 'delivered', attempts: 1 });
    });

    it('may be told twice how it ended, as after an answer that was lost', async () => {
      expect(await store.deliveries.failed(delivery, 'HTTP 500', minute)).toBe(true);
      expect(await store.deliveries.failed(delivery, 'HTTP 500', minute)).toBe(true);
      expect(await state()).toMatchObject({ state: 'pending', attempts: 1 });
    });

    it('of a lead that was erased meanwhile writes nothing down', async () => {
      await store.eraseLead(ref);
      expect(await store.deliveries.succeeded(delivery)).toBe(false);
    });
  });

  it('a lead that is dead only where nobody is told any more is no longer so once it is sent again', async () => {
    store = await place.open();
    const { ref } = await store.addLead(exampleNewLead());
    await store.deliveries.enrol(['email:left@example.uz']);
    const [delivery] = (await store.deliveries.claim('email:left@example.uz', 1, 0)) as [ClaimedDelivery];
    await store.deliveries.failed(delivery, 'no such user', null);
    await store.deliveries.resend(ref, ['telegram'], 'Aziza');
    expect(await store.listLeads({ dead: true })).toEqual([]);
    expect((await store.findLead(ref))?.deliveries).toMatchObject([{ channel: 'telegram' }]);
  });

  describe('a database of the first release', () => {
    const recipients: Channel[] = ['email:a@example.uz', 'email:b@example.uz'];

    /**
     * One lead in every state, one put off by a clock that was a year ahead, and one that came while nobody was
     * there to deliver it; all ten days old.
     */
    beforeEach(async () => {
      await place.firstSchema();
      const old = place.time(-10 * day);
      for (const [id, name] of ['delivered', 'dead', 'waiting', 'due', 'ahead', 'missed'].entries()) {
        await place.run(
          `insert into contact_submissions (ref, name, phone, message, created_at)
           values ('AAAA-000${id}', '${name}', '1', 'm', ${old})`,
        );
      }
      for (const channel of ['email', 'telegram']) {
        await place.run(`insert into deliveries
            (submission_id, channel, state, attempts, next_attempt_at, delivered_at, failed_at, last_error)
          values (1, '${channel}', 'delivered', 2, null, ${old}, ${old}, null),
                 (2, '${channel}', 'dead', 10, null, null, ${old}, 'gone'),
                 (3, '${channel}', 'pending', 4, ${place.time(60 * minute)}, null, ${place.time(-minute)}, 'busy'),
                 (4, '${channel}', 'pending', 0, ${old}, null, null, null),
                 (5, '${channel}', 'pending', 0, ${place.time(year)}, null, null, null)`);
      }
      store = await place.open();
    });
    const deliveries = async () =>
      Promise.all(
        [0, 1, 2, 3, 4, 5].map(async (id) =>
          (await store.findLead(`AAAA-000${id}`))?.deliveries
            .filter(({ channel }) => channel.startsWith('email'))
            .map(({ channel, state, attempts }) => `${channel} ${state} ${attempts}`),
        ),
      );

    it('knows its channels: nothing is sent again, and what was missed is sent', async () => {
      expect(await store.deliveries.name(['telegram'])).toEqual([]);
      expect(await store.deliveries.enrol(['telegram'])).toBe(1);
      expect((await claimed('telegram')).sort()).toEqual(['ahead', 'due', 'missed']);
    });

    it('hands e-mail over to every recipient as it was: nothing is lost, nothing is sent again', async () => {
      expect(await store.deliveries.name(['telegram', ...recipients])).toEqual([]);
      expect(await deliveries()).toEqual([
        ['email:a@example.uz delivered 2', 'email:b@example.uz delivered 2'],
        ['email:a@example.uz dead 10', 'email:b@example.uz dead 10'],
        ['email:a@example.uz pending 4', 'email:b@example.uz pending 4'],
        ['email:a@example.uz pending 0', 'email:b@example.uz pending 0'],
        ['email:a@example.uz pending 0', 'email:b@example.uz pending 0'],
        [],
      ]);
      expect(await store.deliveries.enrol(recipients)).toBe(2);
      for (const recipient of recipients)
        expect((await claimed(recipient)).sort()).toEqual(['ahead', 'due', 'missed']);
    });

    it('treats a recipient who is added later as new', async () => {
      await store.deliveries.name(recipients);
      await store.close();
      store = await place.open();
      expect(await store.deliveries.name([...recipients, 'email:c@example.uz'])).toEqual([
        { channel: 'email:c@example.uz', olderLeads: 6 },
      ]);
      expect(await store.deliveries.enrol(['email:c@example.uz'])).toBe(0);
    });

    it('keeps what it knows of e-mail while no recipient is named', async () => {
      await store.deliveries.name(['telegram']);
      expect((await deliveries())[0]).toEqual(['email delivered 2']);
    });
  });
});

describe('a claim reads what it takes and nothing else', () => {
  it('on SQLite', async () => {
    const file = join(folder, 'leads.db');
    const store = await openSqliteStore(file);
    const db = new DatabaseSync(file);
    const plan = (sql: string) =>
      db
        .prepare(`explain query plan ${sql}`)
        .all()
        .map(({ detail }) => detail);
    for (const end of ['newest', 'oldest'] as const)
      expect(plan(dueDeliveries(end))).toEqual([
        'SEARCH d USING INDEX deliveries_due (channel=? AND next_attempt_at<?)',
        'SEARCH s USING INTEGER PRIMARY KEY (rowid=?)',
      ]);
    expect(plan(scheduledByWrongClock)).toEqual([
      expect.stringMatching(
        /^SEARCH deliveries USING (COVERING )?INDEX deliveries_scheduled \(scheduled_at>\?\)$/,
      ),
    ]);
    db.close();
    await store.close();
  });

  it('on PostgreSQL, of 20,000 deliveries that were made together, analyzed or not', async () => {
    const url = await newDatabase();
    const store = await openPostgresStore(url);
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    await sql`alter table deliveries set (autovacuum_enabled = off)`;
    await sql`insert into contact_submissions (name, phone, message)
              select 'Visitor', n, 'm' from generate_series(1, 20000) n`;
    await store.deliveries.enrol(['telegram', 'webhook']);
    type Node = { 'Actual Rows': number; 'Rows Removed by Filter'?: number; Plans?: Node[] };
    const rowsTouched = (node: Node): number[] => [
      node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0),
      ...(node.Plans ?? []).flatMap(rowsTouched),
    ];
    for (const analyzed of [false, true]) {
      if (analyzed) await sql`analyze`;
      for (const statement of [
        claimDue(sql, { channel: 'telegram', limit: 1, leaseMs: minute, end: 'newest' }),
        claimDue(sql, { channel: 'telegram', limit: 1, leaseMs: minute, end: 'oldest' }),
        scheduledByWrongClockInPostgres(sql),
      ]) {
        const [row] = await sql`explain (analyze, format json) ${statement}`;
        const {
          'QUERY PLAN': [{ Plan }],
        } = row as { 'QUERY PLAN': [{ Plan: Node }] };
        expect(Math.max(...rowsTouched(Plan)), JSON.stringify(Plan)).toBeLessThanOrEqual(1);
      }
    }
    await sql.end();
    await store.close();
  });
});
