import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newDatabase } from '../../tests/shared-postgres.ts';
import type { ClaimedDelivery } from '../deliveries/delivery-store.ts';
import { openPostgresStore } from './postgres.ts';
import { openSqliteStore } from './sqlite.ts';
import type { NewLead, Store } from './store.ts';

/** Both stores keep the same promises: every sentence below is tried on each of them. */

let folder: string;
const stores = {
  SQLite: async () => {
    const file = join(folder, 'leads.db');
    return () => openSqliteStore(file);
  },
  PostgreSQL: async () => {
    const url = await newDatabase();
    return () => openPostgresStore(url);
  },
};

const lead = (over: Partial<NewLead> = {}): NewLead => ({
  name: 'Aziza',
  phone: '+998 90 123 45 67',
  email: null,
  message: 'Assalomu alaykum!\nGrant haqida soʻramoqchi edim 🎓',
  idempotencyKey: null,
  language: 'uz',
  suspectedSpam: false,
  ...over,
});
const minute = 60_000;

describe.each(Object.entries(stores))('%s store', (_name, prepare) => {
  let open: () => Promise<Store>;
  let store: Store;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'store-test-'));
    open = await prepare();
    store = await open();
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('keeps a lead as it was sent, also after being closed and opened again', async () => {
    const sent = lead({ email: 'aziza@example.uz', suspectedSpam: true });
    const before = Date.now();
    const { ref, stored } = await store.addLead(sent);
    await store.close();
    store = await open();
    const found = await store.findLead(ref);
    const { idempotencyKey, ...kept } = sent;
    expect(stored).toBe(true);
    expect(ref).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(found?.lead).toEqual({
      ...kept,
      ...{ ref, createdAt: expect.any(Date), id: expect.any(String) },
      ...{ status: 'new', source: null, campaign: null },
    });
    expect([found?.deliveries, found?.events]).toEqual([[], []]);
    expect(Math.abs(Number(found?.lead.createdAt) - before)).toBeLessThan(minute);
  });

  it('stores one lead for one idempotency key, also when both arrive at once', async () => {
    const twice = lead({ idempotencyKey: 'key-1' });
    const [first, second] = await Promise.all([store.addLead(twice), store.addLead(twice)]);
    const third = await store.addLead(twice);
    expect([first.stored, second.stored].sort()).toEqual([false, true]);
    expect(third).toEqual({ ref: first.ref, stored: false });
    expect(second.ref).toBe(first.ref);
    expect(await store.listLeads({})).toHaveLength(1);
  });

  it('stores the leads of one request together, or none of them', async () => {
    const broken = lead({ message: null as unknown as string });
    await expect(store.addLeads([lead(), broken])).rejects.toThrow();
    expect(await store.listLeads({})).toEqual([]);

    const [[first, second], neighbour] = await Promise.all([
      store.addLeads([lead({ name: 'A' }), lead({ name: 'B' })]),
      store.addLead(lead({ name: 'C' })),
      store.addLeads([lead({ name: 'D' }), broken]).catch(() => null),
    ]);
    expect([first?.stored, second?.stored, neighbour.stored]).toEqual([true, true, true]);
    expect((await store.listLeads({})).map(({ name }) => name).sort()).toEqual(['A', 'B', 'C']);
  });

  it('lists the newest first, by time, number and suspicion', async () => {
    await store.addLead(lead({ name: 'first' }));
    await new Promise((passed) => setTimeout(passed, 5));
    const since = new Date();
    await new Promise((passed) => setTimeout(passed, 5));
    await store.addLead(lead({ name: 'second', suspectedSpam: true }));
    await store.addLead(lead({ name: 'third' }));
    const names = async (filter: Parameters<Store['listLeads']>[0]) =>
      (await store.listLeads(filter)).map(({ name }) => name);
    expect(await names({})).toEqual(['third', 'second', 'first']);
    expect(await names({ limit: 2 })).toEqual(['third', 'second']);
    expect(await names({ since })).toEqual(['third', 'second']);
    expect(await names({ spam: true })).toEqual(['second']);
    expect(await names({ spam: false })).toEqual(['third', 'first']);
    expect(await names({ since, spam: false, limit: 1 })).toEqual(['third']);
  });

  it('erases a lead together with its deliveries, and only that lead', async () => {
    const { ref } = await store.addLead(lead());
    const { ref: other } = await store.addLead(lead());
    await store.deliveries.enrol(['telegram', 'email:a@example.uz']);
    expect(await store.eraseLead(ref)).toBe(true);
    expect(await store.eraseLead(ref)).toBe(false);
    expect(await store.findLead(ref)).toBeNull();
    const claimed = await store.deliveries.claim('telegram', 10, minute);
    expect(claimed.map((delivery) => delivery.lead.ref)).toEqual([other]);
  });

  it('erases any number of old leads, but none that is still to be delivered', async () => {
    await store.addLeads(Array.from({ length: 1200 }, () => lead()));
    await store.deliveries.enrol(['email:staff@example.com', 'telegram']);
    const [delivered, dead, pending] = await store.deliveries.claim('telegram', 3, minute);
    if (!delivered || !dead || !pending) throw new Error('three were to be claimed');
    await store.deliveries.succeeded(delivered);
    await store.deliveries.failed(dead, 'chat not found', null);
    await store.deliveries.failed(pending, 'HTTP 500', minute);
    const soon = new Date(Date.now() + minute);
    expect(await store.eraseLeadsBefore(soon, ['telegram'])).toBe(2);
    expect(await store.eraseLeadsBefore(soon, ['webhook'])).toBe(1198);
  });

  it('gives a due delivery to one of several claimants, newest first, with its lead', async () => {
    const names = ['1', '2', '3', '4', '5'];
    for (const name of names) await store.addLead(lead({ name }));
    await store.deliveries.enrol(['telegram', 'email:a@example.uz']);
    const rival = await open();
    const claims = await Promise.all([
      store.deliveries.claim('telegram', 2, minute),
      rival.deliveries.claim('telegram', 2, minute),
      store.deliveries.claim('telegram', 2, minute),
    ]);
    await rival.close();
    expect(
      claims
        .flat()
        .map(({ lead }) => lead.name)
        .sort(),
    ).toEqual(names);
    expect(claims[0]?.map(({ attempts, channel }) => [attempts, channel])).toEqual([
      [0, 'telegram'],
      [0, 'telegram'],
    ]);
    expect(await store.deliveries.claim('telegram', 10, minute)).toEqual([]);
    expect(
      (await store.deliveries.claim('email:a@example.uz', 10, minute)).map(({ lead }) => lead.name),
    ).toEqual(names.toReversed());
  });

  it('counts attempts, waits until the next is due, and remembers success', async () => {
    const { ref } = await store.addLead(lead());
    await store.deliveries.enrol(['telegram']);
    const claim = async () => (await store.deliveries.claim('telegram', 1, minute))[0];
    const first = await claim();
    await store.deliveries.failed(first as ClaimedDelivery, 'HTTP 500', minute);
    expect(await claim()).toBeUndefined();
    await store.deliveries.failed(first as ClaimedDelivery, 'HTTP 502', 0);
    const second = await claim();
    expect(second?.attempts).toBe(1);
    await store.deliveries.succeeded(second as ClaimedDelivery);
    expect(await claim()).toBeUndefined();
    expect((await store.findLead(ref))?.deliveries).toEqual([
      {
        channel: 'telegram',
        state: 'delivered',
        attempts: 2,
        nextAttemptAt: null,
        deliveredAt: expect.any(Date),
        lastError: null,
      },
    ]);
  });

  it('leaves a dead delivery alone until it is sent again', async () => {
    const { ref } = await store.addLead(lead());
    await store.deliveries.enrol(['telegram']);
    const [delivery] = await store.deliveries.claim('telegram', 1, 0);
    await store.deliveries.failed(delivery as ClaimedDelivery, 'chat not found', null);
    expect(await store.deliveries.claim('telegram', 1, minute)).toEqual([]);
    expect((await store.findLead(ref))?.deliveries[0]).toMatchObject({
      state: 'dead',
      attempts: 1,
      nextAttemptAt: null,
      lastError: 'chat not found',
    });

    await store.addLead(lead());
    expect((await store.listLeads({ dead: true })).map((found) => found.ref)).toEqual([ref]);

    expect(await store.deliveries.resend('0000-0000', ['telegram'], 'Aziza')).toBe(false);
    expect(await store.deliveries.resend(ref, ['telegram', 'webhook'], 'Aziza')).toBe(true);
    expect(await store.listLeads({ dead: true })).toEqual([]);
    const [again] = await store.deliveries.claim('telegram', 1, minute);
    expect(again).toMatchObject({ attempts: 0, lead: { ref } });
    expect(await store.deliveries.claim('webhook', 1, minute)).toHaveLength(1);
  });

  it('counts leads by day and language, deliveries by channel', async () => {
    for (const language of ['uz', 'uz', 'ru', null]) await store.addLead(lead({ language }));
    await store.deliveries.enrol(['telegram', 'email:a@example.uz']);
    const [sent, failed, dead] = await store.deliveries.claim('telegram', 3, minute);
    await store.deliveries.succeeded(sent as ClaimedDelivery);
    await store.deliveries.failed(dead as ClaimedDelivery, 'older', null);
    await new Promise((passed) => setTimeout(passed, 5));
    await store.deliveries.failed(failed as ClaimedDelivery, 'newest', minute);
    const day = new Date(Date.now() + 5 * 60 * minute).toISOString().slice(0, 10);
    expect(await store.stats()).toEqual({
      byDay: [{ day, leads: 4 }],
      byLanguage: [
        { language: 'uz', leads: 2 },
        { language: null, leads: 1 },
        { language: 'ru', leads: 1 },
      ],
      byChannel: [
        { channel: 'email:a@example.uz', pending: 4, delivered: 0, dead: 0, lastError: null },
        { channel: 'telegram', pending: 2, delivered: 1, dead: 1, lastError: 'newest' },
      ],
    });
  });

  it('is opened by several at once while it is still empty', async () => {
    await store.close();
    rmSync(folder, { recursive: true });
    folder = mkdtempSync(join(tmpdir(), 'store-test-'));
    open = await prepare();
    const opened = await Promise.all([open(), open(), open()]);
    await Promise.all(opened.map((each) => each.addLead(lead())));
    expect(await opened[0].listLeads({})).toHaveLength(3);
    await Promise.all(opened.map((each) => each.close()));
    store = await open();
  });
});
