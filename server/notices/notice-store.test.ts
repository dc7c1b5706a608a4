import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { newDatabase } from '../../tests/shared-postgres.ts';
import type { ClaimedDelivery } from '../deliveries/delivery-store.ts';
import { createLeads } from '../leads/leads.ts';
import { openStore, type StorePlace } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import type { NoticeStore, Telling } from './notice-store.ts';

let folder: string;
const places: Record<string, () => Promise<StorePlace>> = {
  SQLite: async () => ({ dataDir: folder, databaseUrl: null }),
  PostgreSQL: async () => ({ dataDir: folder, databaseUrl: await newDatabase() }),
};

const minute = 60_000;
/** In minutes. */
const _year = 365 * 24 * 60;
const at = (minutes: number) => new Date(Date.parse('2026-11-16T04:00:00Z') + minutes * minute);
const ill: Telling = { kind: 'ill', key: 'telegram', channel: 'email:a@example.uz', saying: 'ill' };
const well: Telling = { ...ill, saying: 'well' };

describe.each(Object.entries(places))('on %s', (_name, place) => {
  let store: Store;
  let other: Store;
  let notices: NoticeStore;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'notices-test-'));
    const where = await place();
    store = await openStore(where);
    other = await openStore(where);
    notices = store.notices;
  });
  afterEach(async () => {
    await Promise.all([store.close(), other.close()]);
    rmSync(folder, { recursive: true });
  });

  it('gives a notice to one of those who come for it together', async () => {
    const both = [notices, other.notices];
    const claims = await Promise.all([...both, ...both].map((each) => each.claim(ill, at(0), minute)));
    expect(claims.filter((claim) => claim !== null)).toEqual([1]);
  });

  it('gives it to the next when the first has died, and counts the tries', async () => {
    await notices.claim(ill, at(0), 2 * minute);
    expect(await other.notices.claim(ill, at(1), 2 * minute)).toBeNull();
    expect(await other.notices.claim(ill, at(2), 2 * minute)).toBe(2);
    await notices.putOff(ill, at(3), 5 * minute);
    expect(await other.notices.claim(ill, at(7), minute)).toBeNull();
    expect(await other.notices.claim(ill, at(8), minute)).toBe(3);
  });

  it('says to each channel what it was not told last, after the silence that was asked for', async () => {
    await notices.claim(ill, at(0), minute);
    await notices.told(ill, at(0), 60 * minute);
    expect(await notices.claim(ill, at(90), minute)).toBeNull();
    expect(await notices.claim(well, at(59), minute)).toBeNull();
    expect(await notices.claim(well, at(60), minute)).toBe(1);
    expect(await notices.claim({ ...ill, channel: 'email:b@example.uz' }, at(1), minute)).toBe(1);
    expect(await notices.claim({ ...ill, key: 'webhook' }, at(1), minute)).toBe(1);
    expect(await notices.heard('ill', 'telegram')).toEqual([
      { channel: ill.channel, told: 'ill', at: expect.any(Date) },
    ]);
    expect(await notices.lastTold('ill')).toEqual(at(0));
    expect(await notices.lastTold('digest')).toBeNull();
  });

  describe('the state of a channel', () => {
    const channels = ['webhook', 'telegram'] as const;
    const state = async () => (await notices.channelStates(channels))[1];
    const attempt = async () => {
      const [delivery] = await store.deliveries.claim('telegram', 1, minute);
      if (!delivery) throw new Error('nothing is due');
      return delivery;
    };
    let ref: string;
    beforeEach(async () => {
      await store.deliveries.name(channels);
      ({ ref } = await store.addLead(exampleNewLead()));
      await store.deliveries.enrol(channels);
    });
    const fine = {
      channel: 'telegram',
      failingSince: null,
      lastDeliveredAt: null,
      pending: 1,
      dead: 0,
      owed: true,
      givenUp: 0,
      lastError: null,
    };

    it('is fine until an attempt fails, and again when one succeeds', async () => {
      expect(await notices.channelStates([])).toEqual([]);
      expect(await notices.channelStates(channels)).toEqual([{ ...fine, channel: 'webhook' }, fine]);
      await store.deliveries.failed(await attempt(), 'HTTP 500', 0);
      const failing = await state();
      expect(failing).toEqual({ ...fine, failingSince: expect.any(Date), lastError: 'HTTP 500' });
      await store.deliveries.failed(await attempt(), 'HTTP 502', 0);
      expect((await state())?.failingSince).toEqual(failing?.failingSince);
      await store.deliveries.succeeded(await attempt());
      expect(await state()).toEqual({ ...fine, pending: 0, owed: false, lastDeliveredAt: expect.any(Date) });
    });

    it('is not that of leads it refuses for what is in them while it takes others, and is when it fails', async () => {
      const oneMore = async () => {
        const { ref } = await store.addLead(exampleNewLead());
        await store.deliveries.enrol(channels);
        return ref;
      };
      const delivery = async (wanted: string) => {
        const due = await store.deliveries.claim('telegram', 9, 0);
        return due.find(({ lead }) => lead.ref === wanted) as ClaimedDelivery;
      };
      const refuse = async (refused: string, retryInMs: number | null = 0) =>
        store.deliveries.failed(await delivery(refused), '554 refused for its words', retryInMs, true);
      const take = async (taken: string) => store.deliveries.succeeded(await delivery(taken));
      await refuse(ref);
      expect(await state()).toMatchObject({ failingSince: expect.any(Date) });
      await take(await oneMore());
      await refuse(ref);
      await refuse(ref);
      expect(await state()).toMatchObject({ failingSince: null, pending: 1, lastError: expect.any(String) });

      const another = await oneMore();
      await refuse(another);
      await take(await oneMore());
      for (const refused of [ref, another, ref]) await refuse(refused);
      expect(await state()).toMatchObject({ failingSince: null });
      await store.deliveries.failed(await delivery(another), 'ECONNREFUSED', 0);
      expect(await state()).toMatchObject({ failingSince: expect.any(Date) });

      await take(await oneMore());
      await refuse(ref, null);
      expect(await state()).toMatchObject({ failingSince: null, dead: 1, givenUp: 1 });

      // Perhaps it takes messages of ours, and no leads.
      const last = await oneMore();
      await refuse(last);
      await store.deliveries.worked('telegram');
      await refuse(last);
      expect(await state()).toMatchObject({ failingSince: expect.any(Date) });
    });

    it('is fine when it took a message of another kind, and what waits for it is due at once', async () => {
      const { ref: beingSent } = await store.addLead(exampleNewLead());
      await store.deliveries.enrol(channels);
      for (const delivery of await store.deliveries.claim('telegram', 2, minute))
        await store.deliveries.failed(delivery, 'HTTP 500', delivery.lead.ref === beingSent ? 0 : minute);
      // The next attempt does not begin within the same millisecond.
      const failedAt = Date.now();
      await vi.waitUntil(() => Date.now() > failedAt + 1, { interval: 1 });
      expect(await attempt()).toMatchObject({ lead: { ref: beingSent } });
      await store.deliveries.worked('telegram');
      expect(await state()).toMatchObject({ failingSince: null });
      expect(await store.deliveries.claim('telegram', 2, minute)).toMatchObject([
        { attempts: 1, lead: { ref } },
      ]);
    });

    it('counts what it was given up on, and remembers that it ever was', async () => {
      await store.deliveries.failed(await attempt(), 'gone', null);
      expect(await state()).toMatchObject({ dead: 1, givenUp: 1, failingSince: expect.any(Date) });
      expect(await notices.deadLeads('telegram', 5)).toEqual([ref]);
      await store.deliveries.resend(ref, ['telegram'], 'Nodira');
      expect(await state()).toMatchObject({ dead: 0, givenUp: 1, failingSince: expect.any(Date) });
      await store.deliveries.failed(await attempt(), 'gone', null);
      expect(await state()).toMatchObject({ dead: 1, givenUp: 2 });
    });

    it('is owed nothing when what failed was erased', async () => {
      await store.deliveries.failed(await attempt(), 'gone', null);
      await store.eraseLead(ref);
      expect(await state()).toMatchObject({ dead: 0, owed: false, failingSince: expect.any(Date) });
      const leads = createLeads({ store, channels: ['telegram'] });
      expect(await leads.health()).toMatchObject([{ dead: 0, illSince: null }]);
    });
  });

  it('counts the leads of a time', async () => {
    const begun = Date.now();
    await store.addLeads([exampleNewLead(1), { ...exampleNewLead(2), suspectedSpam: true }]);
    const hour = (hours: number) => new Date(begun + hours * 60 * minute);
    expect(await store.countLeads({ since: hour(-1), before: hour(1) })).toMatchObject({
      new: 1,
      spam: 1,
      all: 2,
    });
    expect(await store.countLeads({ since: hour(1) })).toMatchObject({ all: 0 });
    expect(await store.countLeads({ before: hour(-1) })).toMatchObject({ all: 0 });
  });
});
