import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noName } from '../../contract/inbox.ts';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { newDatabase } from '../../tests/shared-postgres.ts';
import { openPostgresStore } from '../store/postgres.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import type { NewLead, Store } from '../store/store.ts';
import { createLeads, type LeadSearch, type Leads, readNote } from './leads.ts';

/** What the two databases have to be told in their own words. */
type Place = {
  open(): Promise<Store>;
  run(sql: string): Promise<void>;
  count(rows: string): Promise<number>;
  time(fromNow: number): string;
  /** Until the index has caught up with the leads, where that takes its time. */
  indexed(): Promise<void>;
};

const hour = 3_600_000;
const day = 24 * hour;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leads-core-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const places: Record<string, () => Promise<Place>> = {
  SQLite: async () => {
    const file = join(folder, 'leads.db');
    const withDatabase = <Result>(work: (db: DatabaseSync) => Result) => {
      const db = new DatabaseSync(file, { timeout: 1000 });
      try {
        return work(db);
      } finally {
        db.close();
      }
    };
    const count = async (rows: string) =>
      withDatabase((db) => Number(db.prepare(`select count(*) as n from ${rows}`).get()?.n));
    return {
      open: () => openSqliteStore(file),
      run: async (sql) => withDatabase((db) => db.exec(sql)),
      count,
      time: (fromNow) => String(Date.now() + fromNow),
      indexed: () =>
        vi.waitFor(
          async () => expect(await count('lead_search')).toBe(await count('contact_submissions')),
          10_000,
        ),
    };
  },
  PostgreSQL: async () => {
    const url = await newDatabase();
    const ask = async (statements: string) => {
      const sql = postgres(url, { max: 1, onnotice: () => {} });
      try {
        return await sql.unsafe(statements);
      } finally {
        await sql.end();
      }
    };
    return {
      open: () => openPostgresStore(url),
      run: async (sql) => void (await ask(sql)),
      count: async (rows) => Number((await ask(`select count(*) as n from ${rows}`))[0]?.n),
      time: (fromNow) => `now() + interval '${fromNow} milliseconds'`,
      indexed: async () => {},
    };
  },
};

describe.each(Object.entries(places))('on %s', (_name, prepare) => {
  let place: Place;
  let store: Store;
  let leads: Leads;
  beforeEach(async () => {
    place = await prepare();
    store = await place.open();
    leads = createLeads({ store, channels: ['telegram'] });
  });
  afterEach(() => store.close());

  const add = async (changes: Partial<NewLead> = {}) =>
    (await store.addLead({ ...exampleNewLead(), email: null, message: '-', ...changes })).ref;
  const named = async (search: LeadSearch, limit = 50) =>
    (await leads.find(search, { limit })).leads.map((lead) => lead.name);
  /** SQLite begins to make its index with the first search. */
  const indexed = async () => {
    await named({ q: 'first' });
    await place.indexed();
  };
  const aged = async (ref: string, ms: number) =>
    place.run(`update contact_submissions set created_at = ${place.time(-ms)} where ref = '${ref}'`);

  describe('a search', () => {
    const searches: [what: string, q: string, found: string[]][] = [
      ['a part of the name', 'arimov', ['Dilnoza Karimova']],
      ['words in another order and case', 'KARIMOVA dil', ['Dilnoza Karimova']],
      ['Cyrillic in any case', 'ШАХНОЗА', ['Шахноза Ўктамова']],
      ['Uzbek Cyrillic', 'ўКТАМ', ['Шахноза Ўктамова']],
      ['Latin beyond ASCII', 'öZGÜR', ['Oʻgʻiloy']],
      ['a Turkish capital', 'ilhom', ['Oʻgʻiloy']],
      ['е for ё', 'алена', ['Алёна']],
      ['ё for е', 'алёна', ['Алёна']],
      ['another apostrophe', "o'g'iloy", ['Oʻgʻiloy']],
      ['a part of the message', 'стипендию', ['Алёна']],
      ['a line further down in it', 'ikkinchi', ['Dilnoza Karimova']],
      ['the e-mail', '@example.UZ', ['Алёна']],
      ['a name and a part of the phone', 'karimova 90 12345', ['Dilnoza Karimova']],
      ['two characters', 'ўк', ['Шахноза Ўктамова']],
      ['a sign and a letter', '@o', ['Oʻgʻiloy']],
      ['one character', 'ҳ', ['Oʻgʻiloy']],
      ['one character and a word', 'к дильноза', []],
      ['a short and a long word', 'ё стип', ['Алёна']],
      ['signs that mean something to a database', '100%_"\'*', ['Oʻgʻiloy']],
      ['one such sign', '%', ['Oʻgʻiloy']],
      ['no wildcard', 'k_rimova', []],
      ['nothing that is nowhere', 'Samarqand', []],
      ['everything by spaces', '  ', ['Oʻgʻiloy', 'Алёна', 'Шахноза Ўктамова', 'Dilnoza Karimova']],
    ];

    it('finds any part of what was written, in any case and alphabet', async () => {
      await add({ name: 'Dilnoza Karimova', phone: '+998 90 123-45-67', message: 'Birinchi\nikkinchi' });
      await add({ name: 'Шахноза Ўктамова', phone: '91 765 43 77' });
      await add({ name: 'Алёна', phone: '998935550011', email: 'lena@example.uz', message: 'Про СТИПЕНДИЮ' });
      await add({ name: 'Oʻgʻiloy', phone: '@ogiloy', message: '100%_"\'* Ҳа Özgür İlhom' });
      await indexed();
      for (const [what, q, found] of searches) expect(await named({ q }), what).toEqual(found);
    });

    it('finds oʻ and gʻ with and without their apostrophes, however they were written and are typed', async () => {
      for (const name of ['Oʻtkir Gʻaniyev', 'Otkir Ganiyev', "O'tkir G`aniyev"]) await add({ name });
      await add({ name: 'Oktam Qani' });
      await indexed();
      for (const q of ['otkir', 'Oʻtkir', 'GANIYEV', "g'ani", 'ganiyev o‘tkir'])
        expect(await named({ q }), q).toHaveLength(3);
    });

    it('finds a phone by any part of it, however it was typed here and there', async () => {
      for (const phone of ['+998 90 123-45-67', '90 123 45 67', '998901234567', '(90)1234567'])
        await add({ name: phone, phone });
      await add({ name: 'another', phone: '+998 91 000 00 00' });
      await indexed();
      for (const q of [
        ...['+998 90 123 45 67', '998901234567', '90 123 45 67', '901234567', '(90) 123-45-67'],
        ...['4567', '23 45', '90123', '+99890', '67'],
      ])
        expect(await named({ q }), q).toHaveLength(4);
    });

    it('finds a number written with another country code, a second number or a name beside it', async () => {
      const phones = [
        ...['8 90 111 22 35', '00998 90 111 22 35', '+998901112235 (otasi)'],
        ...['+998901112235 / 917654321', '+998 90 111 22 35, @lola_uz'],
      ];
      const refs: string[] = [];
      for (const phone of phones) refs.push(await add({ name: phone, phone }));
      await add({ name: 'another', phone: '8 91 111 22 35', message: 'Yoki 901112235' });
      await indexed();
      for (const q of ['+998901112235', '8 (90) 111-22-35', '00998 90 111 22 35', '90 111 22 35'])
        expect(await named({ q }), q).toEqual(expect.arrayContaining(phones));
      for (const ref of refs) {
        expect((await leads.get(ref))?.dial).toBe('+998901112235');
        expect(await leads.countOthers(ref)).toBe(4);
      }
    });

    it('finds a reference, whole or in part', async () => {
      const ref = await add({ name: 'this' });
      await add({ name: 'other' });
      for (const q of [ref, ref.toLowerCase(), ref.replace('-', '')])
        expect(await named({ q })).toEqual(['this']);
    });
  });

  describe('a list', () => {
    it('goes on after the page before, and says when there is no more', async () => {
      for (const each of ['1', '2', '3']) await add({ name: each });
      const first = await leads.find({}, { limit: 2 });
      expect(first.leads.map((lead) => lead.name)).toEqual(['3', '2']);
      await add({ name: '4' });
      const second = await leads.find({}, { after: first.next, limit: 2 });
      expect(second).toMatchObject({ leads: [{ name: '1' }], next: null });
      expect((await leads.find({}, { after: 'nonsense', limit: 9 })).leads).toHaveLength(4);
    });

    it('shows of each lead what it needs, and no more', async () => {
      const message = `\n  ${'uzun '.repeat(100)}\nikkinchi qator`;
      const ref = await add({ name: 'Aziza', message, language: 'ru', suspectedSpam: true });
      const { leads: found } = await leads.find({}, { limit: 1 });
      expect(found).toEqual([
        {
          ...{ ref, name: 'Aziza', phone: '+998 90 123 45 67', language: 'ru', source: null, campaign: null },
          ...{ status: 'new', spam: true, createdAt: expect.stringMatching(/^\d{4}-.*Z$/) },
          excerpt: expect.stringMatching(/^(uzun ?){32}$/),
        },
      ]);
    });

    it('narrows to a tab, a language, a source and days, and counts what is in each tab', async () => {
      const ref: Record<string, string> = {};
      for (const each of ['new', 'contacted', 'consultation', 'client', 'lost', 'spam'] as const) {
        ref[each] = await add({ name: each, suspectedSpam: each === 'spam' });
        if (each !== 'new' && each !== 'spam')
          await leads.changeStatus(ref[each], { from: 'new', to: each }, 'Aziza');
      }
      expect(await named({ tab: 'new' })).toEqual(['new']);
      expect(await named({ tab: 'work' })).toEqual(['consultation', 'contacted']);
      expect(await named({ tab: 'clients' })).toEqual(['client']);
      expect(await named({ tab: 'lost' })).toEqual(['lost']);
      expect(await named({ tab: 'spam' })).toEqual(['spam']);
      expect(await named({ tab: 'all' })).toHaveLength(6);
      expect(await named({ tab: 'work', q: 'consult' })).toEqual(['consultation']);
      expect(await named({ status: 'contacted' })).toEqual(['contacted']);
      expect(await leads.counts()).toEqual({ new: 1, work: 2, clients: 1, lost: 1, spam: 1, all: 6 });

      await add({ name: 'ruscha', language: 'ru' });
      expect(await named({ language: 'ru' })).toEqual(['ruscha']);
      await place.run(`update contact_submissions set source = 'instagram' where ref = '${ref.client}'`);
      expect(await named({ source: 'instagram' })).toEqual(['client']);
      expect(await named({ source: 'instagram', campaign: 'reels12' })).toEqual([]);
      await place.run(`update contact_submissions set campaign = 'reels12' where ref = '${ref.client}'`);
      expect(await named({ campaign: 'reels12' })).toEqual(['client']);
      expect(await named({ source: 'instagram', campaign: noName })).toEqual([]);
      const others = await named({ source: noName });
      expect(others).not.toContain('client');
      expect(await named({ campaign: noName })).toEqual(others);
      expect(others).toHaveLength((await named({})).length - 1);

      await aged(ref.lost as string, 3 * day);
      const then = tashkentDate(new Date(), 3);
      expect(await named({ since: then, until: then })).toEqual(['lost']);
      expect(await named({ until: then })).toEqual(['lost']);
      expect(await named({ since: tashkentDate(new Date(), 2) })).toHaveLength(6);
      expect(await named({ since: '2026-02-30' })).toEqual([]);
    });

    it('is exported whole, more than fits into a part', async () => {
      await store.addLeads(
        Array.from({ length: 1100 }, (_, i) => ({
          ...exampleNewLead(),
          name: `${i}`,
          suspectedSpam: i % 2 === 0,
        })),
      );
      const exported = await Array.fromAsync(leads.each({ tab: 'new' }), (lead) => Number(lead.name));
      expect(exported).toEqual(Array.from({ length: 550 }, (_, i) => 1099 - 2 * i));
    });
  });

  describe('a lead', () => {
    it('has a history of who did what, oldest first', async () => {
      const ref = await add({ phone: '90 123 45 67', email: 'a@example.uz' });
      await leads.changeStatus(ref, { from: 'new', to: 'contacted' }, 'Aziza');
      await leads.addNote(ref, 'Ertaga 10:00', 'Botir');
      await leads.setSpam(ref, { spam: true, from: null }, 'Botir');
      await leads.setSpam(ref, { spam: true, from: null }, 'Vali');
      await leads.setSpam(ref, { spam: false, from: null }, 'Aziza');
      await leads.resend(ref, 'Aziza');
      const at = expect.stringMatching(/^\d{4}-.*Z$/);
      expect(await leads.get(ref.toLowerCase())).toMatchObject({
        ref,
        status: 'contacted',
        spam: false,
        email: 'a@example.uz',
        dial: '+998901234567',
        events: [
          { at, who: 'Aziza', kind: 'status', from: 'new', to: 'contacted' },
          { at, who: 'Botir', kind: 'note', text: 'Ertaga 10:00' },
          { at, who: 'Botir', kind: 'spam', spam: true },
          { at, who: 'Aziza', kind: 'spam', spam: false },
          { at, who: 'Aziza', kind: 'resend' },
        ],
        deliveries: [{ channel: 'telegram', state: 'pending', nextAttemptAt: at, deliveredAt: null }],
      });
    });

    it('that two people change at once follows the first, and the second is told', async () => {
      const ref = await add();
      const other = await place.open();
      const outcomes = await Promise.all([
        leads.changeStatus(ref, { from: 'new', to: 'contacted' }, 'Aziza'),
        createLeads({ store: other, channels: [] }).changeStatus(ref, { from: 'new', to: 'lost' }, 'Botir'),
      ]);
      await other.close();
      const won = outcomes.find(({ ok }) => ok);
      const lost = outcomes.find(({ ok }) => !ok);
      expect(won).toMatchObject({ lead: { events: [{ kind: 'status' }] } });
      expect(lost).toEqual({
        ok: false,
        reason: 'conflict',
        lead: await leads.get(ref),
        last: (await leads.get(ref))?.events[0],
      });
      expect((await leads.get(ref))?.events).toHaveLength(1);
    });

    it('set to the status it has is left alone', async () => {
      const ref = await add();
      expect(await leads.changeStatus(ref, { from: 'new', to: 'new' }, 'Aziza')).toMatchObject({
        ok: true,
        lead: { events: [] },
      });
      expect(await leads.changeStatus(ref, { from: 'client', to: 'client' }, 'Aziza')).toMatchObject({
        reason: 'conflict',
        lead: { status: 'new', events: [] },
      });
    });

    it('is sent nowhere when no channel is configured, and nothing says that it was', async () => {
      const ref = await add();
      const unconfigured = createLeads({ store, channels: [] });
      expect(await unconfigured.resend(ref, 'Aziza')).toEqual({ ok: false, reason: 'nowhere' });
      expect(await unconfigured.resend('ZZZZ-ZZZZ', 'Aziza')).toEqual({ ok: false, reason: 'gone' });
      expect(await leads.get(ref)).toMatchObject({ events: [], deliveries: [] });
    });

    it('that is gone cannot be changed', async () => {
      const ref = await add();
      expect(await leads.erase(ref, 'Aziza')).toEqual({ erased: true, tracesLeft: null, messageLeft: null });
      expect(await leads.erase(ref, 'Aziza')).toEqual({
        erased: false,
        tracesLeft: null,
        messageLeft: null,
      });
      const gone = { ok: false, reason: 'gone' };
      expect(await leads.changeStatus(ref, { from: 'new', to: 'client' }, 'A')).toEqual(gone);
      expect(await leads.addNote(ref, 'x', 'A')).toEqual(gone);
      expect(await leads.setSpam(ref, { spam: true, from: null }, 'A')).toEqual(gone);
      expect(await leads.resend(ref, 'A')).toEqual(gone);
      expect(await leads.get(ref)).toBeNull();
    });

    it('that is erased is found no more, and what was done with it is erased too', async () => {
      const ref = await add({ name: 'Qolmaydigan' });
      await add({ name: 'Qoladigan' });
      await leads.addNote(ref, 'sir', 'Aziza');
      expect(await named({ q: 'qol' })).toHaveLength(2);
      await indexed();
      await leads.erase(ref, 'Aziza');
      expect(await named({ q: 'qol' })).toEqual(['Qoladigan']);
      expect(await place.count('lead_events')).toBe(0);
    });
  });

  it('figures leave no day out, and count what became of the leads', async () => {
    const refs = [];
    for (const language of ['uz', 'uz', 'ru', null]) refs.push(await add({ language }));
    await add({ name: 'robot', suspectedSpam: true });
    const [first, second, third, old] = refs as [string, string, string, string];
    await aged(first, 2 * day);
    await aged(second, 4 * hour);
    await aged(old, 40 * day);
    await leads.changeStatus(first, { from: 'new', to: 'contacted' }, 'A');
    await leads.changeStatus(first, { from: 'contacted', to: 'client' }, 'A');
    await leads.changeStatus(second, { from: 'new', to: 'contacted' }, 'A');
    await leads.changeStatus(old, { from: 'new', to: 'client' }, 'A');
    // Pressed by mistake: nobody has answered it.
    await leads.changeStatus(third, { from: 'new', to: 'contacted' }, 'A');
    await leads.changeStatus(third, { from: 'contacted', to: 'new' }, 'A');
    await place.run(
      `update contact_submissions set source = 'telegram', campaign = 'reels' where ref = '${first}'`,
    );
    const figures = await leads.figures(30);
    expect(figures.days).toHaveLength(30);
    expect(figures.days.at(-1)?.day).toBe(tashkentDate(new Date()));
    expect(figures.days.at(0)?.day).toBe(tashkentDate(new Date(), 29));
    expect(figures.days.reduce((sum, each) => sum + each.leads, 0)).toBe(3);
    expect(figures.days.find(({ day }) => day === tashkentDate(new Date(), 2))).toMatchObject({
      leads: 1,
      clients: 1,
    });
    expect(figures).toMatchObject({
      byLanguage: [
        { language: 'uz', leads: 2 },
        { language: 'ru', leads: 1 },
      ],
      bySource: [
        { source: null, campaign: null, leads: 2, clients: 0 },
        { source: 'telegram', campaign: 'reels', leads: 1, clients: 1 },
      ],
      byStatus: { new: 1, contacted: 1, consultation: 0, client: 1, lost: 0 },
      places: { taken: 2, of: 10 },
    });
    // Between 48 hours and 4.
    expect(figures.hoursToFirstContact).toBeCloseTo(26, 1);
    await leads.erase(first, 'A');
    await leads.erase(second, 'A');
    await leads.erase(third, 'A');
    expect(await leads.figures(7)).toMatchObject({ hoursToFirstContact: null, byLanguage: [] });
  });

  it('a place is taken by who became a client within a year, whenever the lead came', async () => {
    const [lately, longAgo, unknown, unknownOld, leftAgain, robot] = (await Promise.all(
      Array.from({ length: 6 }, () => add()),
    )) as [string, string, string, string, string, string];
    for (const ref of [lately, longAgo, leftAgain, robot])
      await leads.changeStatus(ref, { from: 'new', to: 'client' }, 'A');
    await leads.changeStatus(leftAgain, { from: 'client', to: 'lost' }, 'A');
    await leads.setSpam(robot, { spam: true, from: null }, 'A');
    await aged(lately, 500 * day);
    await aged(longAgo, 500 * day);
    await place.run(
      `update lead_events set at = ${place.time(-400 * day)}
       where submission_id = (select id from contact_submissions where ref = '${longAgo}')`,
    );
    // As after an import: clients without a word of when they became that.
    for (const ref of [unknown, unknownOld])
      await place.run(`update contact_submissions set status = 'client' where ref = '${ref}'`);
    await aged(unknownOld, 400 * day);
    expect((await leads.figures(7)).places).toEqual({ taken: 2, of: 10 });
  });
});

it.each([
  [' Salom \n', 'Salom'],
  ['x'.repeat(5000), 'x'.repeat(5000)],
  ['🎓'.repeat(5000), '🎓'.repeat(5000)],
  ['x'.repeat(5001), null],
  [' \n ', null],
  ['a\0b', null],
  ['\ud800', null],
])('a note is kept as it can be (%#)', (typed, kept) => {
  expect(readNote(typed)).toBe(kept);
});
