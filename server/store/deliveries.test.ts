import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { newDatabase } from '../../tests/shared-postgres.ts';
import type { ClaimedDelivery } from '../deliveries/delivery-store.ts';
import { openPostgresStore } from './postgres.ts';
import { openSqliteStore } from './sqlite.ts';
import type { Channel, Store } from './store.ts';

/** What differs between the two databases. */
type Place = {
  open(): Promise<Store>;
  run(sql: string): Promise<void>;
  /** A time so many milliseconds from now. */
  time(fromNow: number): string;
};

const minute = 60_000;
const day = 24 * 60 * minute;

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
      run,
      time: (fromNow) => String(Date.now() + fromNow),
    };
  },
  PostgreSQL: async () => {
    const url = await newDatabase();
    const run = async (statements: string) => {
      const sql = postgres(url, { max: 1, onnotice: () => {} });
      await sql.unsafe(statements);
      await sql.end();
    };
    return {
      open: () => openPostgresStore(url),
      run,
      time: (fromNow) => `now() + interval '${fromNow} milliseconds'`,
    };
  },
};

describe.each(Object.entries(places))('on %s', (_name, prepare) => {
  let place: Place;
  let store: Store;
  beforeEach(async () => {
    place = await prepare();
    store = await place.open();
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
  });

  describe('a claim', () => {
    let ref: string;
    let delivery: ClaimedDelivery;
    beforeEach(async () => {
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
  });
});
