import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { newDatabase } from '../../tests/shared-postgres.ts';
import { openStore, type StorePlace } from '../store/open.ts';
import type { Store } from '../store/store.ts';

let folder: string;
const places: Record<string, () => Promise<StorePlace>> = {
  SQLite: async () => ({ dataDir: folder, databaseUrl: null }),
  PostgreSQL: async () => ({ dataDir: folder, databaseUrl: await newDatabase() }),
};

describe.each(Object.entries(places))('on %s', (_name, place) => {
  let store: Store;
  let other: Store;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'telegram-store-test-'));
    const at = await place();
    store = await openStore(at);
    other = await openStore(at);
  });
  afterEach(async () => {
    await Promise.all([store.close(), other.close()]);
    rmSync(folder, { recursive: true });
  });

  const addLead = async () => (await store.addLead(exampleNewLead())).ref;
  const remember = (ref: string, messageId = 7) =>
    store.telegram.rememberMessage({ chatId: '-42', messageId, ref });

  describe('the lease', () => {
    it('is one holder’s at a time, whichever process asks', async () => {
      const asked = await Promise.all([
        store.telegram.takeLease('a', 60_000),
        other.telegram.takeLease('b', 60_000),
      ]);
      expect(asked.filter(Boolean)).toHaveLength(1);
      const [holder, waiting] = asked[0] ? ['a', 'b'] : ['b', 'a'];
      expect(await other.telegram.takeLease(holder as string, 60_000)).toBe(true);
      expect(await store.telegram.takeLease(waiting as string, 60_000)).toBe(false);
      await store.telegram.releaseLease(waiting as string);
      expect(await store.telegram.takeLease(waiting as string, 60_000)).toBe(false);
      await store.telegram.releaseLease(holder as string);
      expect(await store.telegram.takeLease(waiting as string, 60_000)).toBe(true);
    });

    it('is free after its time, for whoever comes then', async () => {
      await store.telegram.takeLease('a', 50);
      await vi.waitFor(async () => expect(await other.telegram.takeLease('b', 60_000)).toBe(true), 5000);
      expect(await store.telegram.takeLease('a', 60_000)).toBe(false);
    });

    it('carries the holder’s word to other processes, while it lasts', async () => {
      expect(await other.telegram.lastReport()).toBeNull();
      await store.telegram.takeLease('a', 300);
      await store.telegram.report('b', { state: 'token', words: 'not the holder' });
      expect(await other.telegram.lastReport()).toBeNull();
      await store.telegram.report('a', { state: 'webhook', words: 'somebody' });
      expect(await other.telegram.lastReport()).toEqual({ state: 'webhook', words: 'somebody' });
      await store.telegram.takeLease('a', 300);
      expect(await other.telegram.lastReport()).toEqual({ state: 'webhook', words: 'somebody' });
      await vi.waitFor(async () => expect(await other.telegram.lastReport()).toBeNull(), 5000);
      await other.telegram.takeLease('b', 60_000);
      expect(await other.telegram.lastReport()).toBeNull();
    });
  });

  describe('a message', () => {
    it.each([
      { kind: 'status', from: 'new', to: 'contacted' },
      { kind: 'spam', spam: true },
      { kind: 'note', text: 'Called' },
    ] as const)('is due after a change of its lead ($kind), until it shows it', async (change) => {
      const ref = await addLead();
      await remember(ref);
      expect(await store.telegram.dueMessages(9)).toEqual([]);
      await other.changeLead(ref, change, 'Aziza');
      const [due] = await store.telegram.dueMessages(9);
      expect(due).toMatchObject({ chatId: '-42', messageId: 7, ref });
      await store.telegram.messageShown(due as NonNullable<typeof due>);
      expect(await store.telegram.dueMessages(9)).toEqual([]);
    });

    it('is due again when more was done while it was being changed', async () => {
      const ref = await addLead();
      await remember(ref);
      await store.changeLead(ref, { kind: 'status', from: 'new', to: 'contacted' }, 'Aziza');
      const [due] = await store.telegram.dueMessages(9);
      await other.changeLead(ref, { kind: 'status', from: 'contacted', to: 'client' }, 'Sardor');
      await store.telegram.messageShown(due as NonNullable<typeof due>);
      expect(await store.telegram.dueMessages(9)).toHaveLength(1);
    });

    it('is known once, however often it is met', async () => {
      const ref = await addLead();
      expect((await remember(ref)).id).toBe((await remember(ref)).id);
      expect(await store.telegram.messagesOf(ref)).toHaveLength(1);
      expect(await store.telegram.findMessage('-42', 7)).toMatchObject({ ref });
      expect(await store.telegram.findMessage('-43', 7)).toBeNull();
    });

    it.each(['eraseLead', 'eraseLeadsBefore'] as const)(
      'is to be taken back after %s, and knows nothing of the lead any more',
      async (way) => {
        const ref = await addLead();
        await remember(ref);
        if (way === 'eraseLead') await other.eraseLead(ref);
        else await other.eraseLeadsBefore(new Date(Date.now() + 1000), []);
        const due = await store.telegram.dueMessages(9);
        expect(due).toMatchObject([{ chatId: '-42', messageId: 7, ref: null }]);
        for (const message of due) await store.telegram.forgetMessage(message);
        expect(await store.telegram.dueMessages(9)).toEqual([]);
        expect(await store.telegram.findMessage('-42', 7)).toBeNull();
      },
    );

    it('that was sent while its lead was erased is to be taken back', async () => {
      const ref = await addLead();
      await other.eraseLead(ref);
      expect(await remember(ref)).toMatchObject({ ref: null });
      expect(await store.telegram.dueMessages(9)).toHaveLength(1);
    });

    it('that could not be changed waits, until more is done with its lead', async () => {
      const ref = await addLead();
      await remember(ref);
      await store.changeLead(ref, { kind: 'status', from: 'new', to: 'contacted' }, 'Aziza');
      const [due] = await store.telegram.dueMessages(9);
      await store.telegram.messageFailed(due as NonNullable<typeof due>, 60_000);
      expect(await store.telegram.dueMessages(9)).toEqual([]);
      expect(await store.telegram.findMessage('-42', 7)).toMatchObject({ tries: 1 });
      await store.changeLead(ref, { kind: 'status', from: 'contacted', to: 'client' }, 'Aziza');
      expect(await store.telegram.dueMessages(9)).toMatchObject([{ tries: 0 }]);
    });
  });

  describe('a copy that nobody knows', () => {
    const expectCopy = (ref: string) => store.telegram.expectCopy({ chatId: '-42', ref });
    const left = () => other.telegram.copiesLeft(9);

    it.each(['eraseLead', 'eraseLeadsBefore'] as const)('is to be looked for after %s', async (way) => {
      const [lost, arrived] = [await addLead(), await addLead()];
      await expectCopy(lost);
      const copy = await expectCopy(arrived);
      await remember(arrived);
      await store.telegram.forgetMessage(copy as NonNullable<typeof copy>);
      // Whatever is done with the lead: it was sent once more, and by mail alone.
      await store.changeLead(lost, { kind: 'note', text: 'Called' }, 'Aziza');
      await store.deliveries.enrol(['telegram']);
      for (const delivery of await store.deliveries.claim('telegram', 9, 1000))
        await store.deliveries.failed(delivery, 'HTTP 500', null);
      await store.deliveries.resend(lost, ['email:a@example.uz'], 'Aziza');
      expect(await expectCopy(lost)).toBeNull();
      expect([await left(), await store.telegram.dueMessages(9)]).toEqual([[], []]);
      if (way === 'eraseLead') for (const ref of [lost, arrived]) await other.eraseLead(ref);
      else await other.eraseLeadsBefore(new Date(Date.now() + 1000), []);
      expect(await left()).toEqual([lost]);
      expect(await store.telegram.dueMessages(9)).toMatchObject([{ messageId: 7 }]);
      expect(await store.telegram.forgetCopies([lost.toLowerCase(), arrived])).toBe(true);
      expect(await store.telegram.forgetCopies([lost])).toBe(false);
      expect(await left()).toEqual([]);
    });

    it('is everything that another bot has said', async () => {
      const [sent, shown, listed] = [await addLead(), await addLead(), await addLead()];
      expect(await store.telegram.belongTo('1')).toBe(false);
      await remember(sent);
      await store.telegram.rememberAnswer({ chatId: '-42', messageId: 9 }, [shown]);
      expect([await store.telegram.belongTo('1'), await other.telegram.isOf('1')]).toEqual([false, true]);
      expect([await other.telegram.belongTo('2'), await store.telegram.isOf('1')]).toEqual([true, false]);
      await remember(listed);
      for (const ref of [sent, shown, listed]) await store.eraseLead(ref);
      expect(await left()).toEqual([sent, shown]);
      expect(await store.telegram.dueMessages(9)).toMatchObject([{ messageId: 7 }]);
      // A file with all leads shows all.
      const filed = await addLead();
      await store.telegram.rememberAnswer({ chatId: '-42', messageId: 11 }, 'all');
      await store.telegram.belongTo('3');
      await store.eraseLead(filed);
      expect(await left()).toContain(filed);
    });
  });

  describe('an answer', () => {
    const place = { chatId: '-42', messageId: 9 };
    const due = async () =>
      (await store.telegram.dueMessages(9)).map(({ messageId, ref }) => [messageId, ref]);

    it('is to be taken back, once, when one of the leads in it is erased', async () => {
      const [one, two, other] = [await addLead(), await addLead(), await addLead()];
      await store.telegram.rememberAnswer(place, [one, two]);
      expect(await store.telegram.answersOf(two)).toEqual([place]);
      expect(await store.telegram.answersOf(other)).toEqual([]);
      await store.eraseLead(other);
      expect(await due()).toEqual([]);
      await store.eraseLead(one);
      await store.eraseLead(two);
      expect(await due()).toEqual([[9, null]]);
    });

    it('with all leads is to be taken back when any is erased', async () => {
      const ref = await addLead();
      await store.telegram.rememberAnswer(place, 'all');
      expect(await store.telegram.answersOf(ref)).toEqual([place]);
      await store.eraseLeadsBefore(new Date(Date.now() + 1000), []);
      expect(await due()).toEqual([[9, null]]);
    });

    it('that shows a lead which was erased meanwhile is to be taken back at once', async () => {
      const [one, two] = [await addLead(), await addLead()];
      await other.eraseLead(one);
      await store.telegram.rememberAnswer(place, [one, two]);
      expect(await due()).toEqual([[9, null]]);
    });
  });

  it('takes a press once, also when it would change something again', async () => {
    const ref = await addLead();
    const press = { kind: 'spam', spam: true, from: 'new', origin: 'telegram:press:1' } as const;
    const mark = { kind: 'status', from: 'new', to: 'client', origin: 'telegram:press:2' } as const;
    for (const change of [
      [press, { kind: 'spam', spam: false }],
      [mark, { kind: 'status', from: 'client', to: 'new' }],
    ] as const) {
      expect(await store.changeLead(ref, change[0], 'Aziza')).toBe(true);
      expect(await other.changeLead(ref, change[1], 'Aziza')).toBe(true);
      expect(await store.changeLead(ref, change[0], 'Aziza')).toBe(false);
    }
    expect(await store.findLead(ref)).toMatchObject({ lead: { status: 'new', suspectedSpam: false } });
    expect(await store.changeLead(ref, { ...press, from: 'client', origin: 'x' }, 'Aziza')).toBe(false);
    expect((await store.findLead(ref))?.events).toHaveLength(4);
  });

  it('keeps one of two notes that are the same reply', async () => {
    const ref = await addLead();
    const note = { kind: 'note', text: 'Called', origin: 'telegram:-42:9' } as const;
    expect(await store.changeLead(ref, note, 'Aziza')).toBe(true);
    expect(await other.changeLead(ref, note, 'Aziza')).toBe(false);
    expect(await store.changeLead(ref, { kind: 'note', text: 'Called' }, 'Aziza')).toBe(true);
    expect((await store.findLead(ref))?.events).toHaveLength(2);
  });

  it('knows where a group went, in every process', async () => {
    expect(await store.telegram.movedTo('-42')).toBeNull();
    await store.telegram.moveChat('-42', '-10042');
    await store.telegram.moveChat('-42', '-10042');
    expect(await other.telegram.movedTo('-42')).toBe('-10042');
  });
});
