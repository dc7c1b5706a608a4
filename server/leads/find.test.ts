import { beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '#server/db/db.ts';
import { sql } from '#server/db/sql.ts';
import { databases, openTestDatabase } from '#tests/database.ts';
import { newLead } from '#tests/leads.ts';
import { addLead } from './add.ts';
import { changeStatus, setReminder, setSpam } from './change.ts';
import {
  findDueLeads,
  findLeadPage,
  findLeadParts,
  findLeadRecord,
  findNewLeads,
  type LeadSearch,
} from './find.ts';
import type { NewLead } from './lead.ts';
import { countLeads, countSuspects, placesTaken } from './sums.ts';

const day = 24 * 3_600_000;
const who = { who: 'Nodira' };

describe.each(databases)('on %s', (kind) => {
  let db: Db;
  beforeEach(async () => {
    db = await openTestDatabase(kind);
  });
  const add = async (changes: Partial<NewLead> = {}, at = new Date()) =>
    (await addLead(db, newLead({ email: null, message: '-', ...changes }), at)).ref;
  const named = async (search: LeadSearch, limit = 50) =>
    (await findLeadPage(db, search, { limit })).leads.map(({ name }) => name);

  test('a search finds any part of what was written, in any case and alphabet', async () => {
    await add({ name: 'Dilnoza Karimova', phone: '+998 90 123-45-67', message: 'Birinchi\nikkinchi' });
    await add({ name: 'Шахноза Ўктамова', phone: '91 765 43 77' });
    await add({ name: 'Алёна', phone: '998935550011', email: 'lena@example.uz', message: 'Про СТИПЕНДИЮ' });
    await add({ name: 'Oʻgʻiloy', phone: '@ogiloy', message: '100%_"\'* Ҳа Özgür İlhom' });
    const searches: [what: string, q: string, found: string[]][] = [
      ['a part of the name', 'arimov', ['Dilnoza Karimova']],
      ['words in another order and case', 'KARIMOVA dil', ['Dilnoza Karimova']],
      ['Cyrillic for Latin', 'Каримова', ['Dilnoza Karimova']],
      ['Latin for Cyrillic', 'shahnoza', ['Шахноза Ўктамова']],
      ['Uzbek Cyrillic', 'ўКТАМ', ['Шахноза Ўктамова']],
      ['a Russian keyboard', 'Уктам', ['Шахноза Ўктамова']],
      ['Latin beyond ASCII', 'öZGÜR', ['Oʻgʻiloy']],
      ['a Turkish capital', 'ilhom', ['Oʻgʻiloy']],
      ['е for ё', 'алена', ['Алёна']],
      ['another apostrophe', "o'g'iloy", ['Oʻgʻiloy']],
      ['no apostrophe', 'ogiloy', ['Oʻgʻiloy']],
      ['a part of the message', 'стипендию', ['Алёна']],
      ['a line further down', 'ikkinchi', ['Dilnoza Karimova']],
      ['the e-mail', '@example.UZ', ['Алёна']],
      ['a name and a part of the phone', 'karimova 90 12345', ['Dilnoza Karimova']],
      ['characters that are special in SQL', '100%_"\'*', ['Oʻgʻiloy']],
      ['no wildcard', 'k_rimova', []],
      ['text that cannot be stored', 'a\0', []],
      ['only spaces', '  ', ['Oʻgʻiloy', 'Алёна', 'Шахноза Ўктамова', 'Dilnoza Karimova']],
    ];
    for (const [what, q, found] of searches) expect(await named({ q }), what).toEqual(found);
  });

  test('a phone number is found however it was typed, and leads with the same number are counted', async () => {
    const phones = [
      ...['+998 90 123-45-67', '90 123 45 67', '998901234567', '(90)1234567', '8 90 123 45 67'],
      ...['00998 90 123 45 67', '+998901234567 (otasi)', '+998901234567 / 917654321'],
    ];
    const refs: string[] = [];
    for (const phone of phones) refs.push(await add({ name: phone, phone }));
    await add({ name: 'another', phone: '+998 91 000 00 00', message: 'yoki 901234567' });
    for (const q of ['+998 90 123 45 67', '998901234567', '90 123 45 67', '(90) 123-45-67', '8 90 123 45 67'])
      expect(await named({ q }), q).toEqual(expect.arrayContaining(phones));
    for (const q of ['4567', '90123', '23-45'])
      expect((await named({ q })).length, q).toBeGreaterThanOrEqual(phones.length - 1);
    expect(await findLeadRecord(db, refs[0] as string)).toMatchObject({
      others: { length: phones.length - 1 },
    });
  });

  test('a reference is found however a person types it', async () => {
    const ref = await add({ name: 'this' });
    await add({ name: 'other' });
    for (const q of [ref, ref.toLowerCase(), ref.replace('-', '')])
      expect(await named({ q }), q).toEqual(['this']);
    expect((await findLeadRecord(db, ref.toLowerCase().replace('-', ' ')))?.ref).toBe(ref);
  });

  test('the next page continues where the last one ended, even if leads were added', async () => {
    for (const name of ['1', '2', '3']) await add({ name });
    const first = await findLeadPage(db, {}, { limit: 2 });
    await add({ name: '4' });
    const second = await findLeadPage(db, {}, { limit: 2, after: Number(first.next) });
    expect([first, second].map(({ leads }) => leads.map(({ name }) => name))).toEqual([['3', '2'], ['1']]);
    expect(second.next).toBeNull();
  });

  test('filters: tab, language, source, campaign, spam, days and failed deliveries', async () => {
    const contacted = await add({ name: 'contacted', language: 'en', source: 'telegram', campaign: 'reels' });
    await changeStatus(db, contacted, { from: 'new', to: 'contacted' }, who);
    await add({ name: 'spam', spam: true });
    await add({ name: 'old' }, new Date('2026-03-01T20:00:00Z'));
    await add({ name: 'new' });
    expect(await named({ tab: 'active' })).toEqual(['contacted']);
    expect(await named({ tab: 'new' })).toEqual(['new', 'old']);
    expect(await named({ tab: 'spam' })).toEqual(['spam']);
    expect(await named({ language: 'en' })).toEqual(['contacted']);
    expect(await named({ source: 'telegram', campaign: 'reels' })).toEqual(['contacted']);
    expect(await named({ source: '-', spam: 'no' })).toEqual(['new', 'old']);
    expect(await named({ until: new Date('2026-06-01') })).toEqual(['old']);
    expect(await named({ since: new Date('2026-06-01'), tab: 'new' })).toEqual(['new']);
    expect(await countLeads(db)).toEqual({ new: 2, active: 1, clients: 0, lost: 0, spam: 1, all: 4 });
    expect(await countLeads(db, { before: new Date('2026-06-01') })).toMatchObject({ all: 1 });
  });

  test('an export has every lead, even if they are read in several parts', async () => {
    for (let i = 0; i < 210; i++) await addLead(db, newLead({ name: String(i) }));
    const leads = (await Array.fromAsync(findLeadParts(db, {}))).flat();
    expect(leads.map(({ name }) => Number(name))).toEqual(Array.from({ length: 210 }, (_, i) => 209 - i));
  });

  test('new leads are sorted oldest first; possible spam is counted separately until somebody decides', async () => {
    await add({ name: 'first' });
    await add({ name: 'second' });
    const suspect = await add({ name: 'suspect', spam: true });
    expect((await findNewLeads(db, 5)).map(({ name }) => name)).toEqual(['first', 'second']);
    expect(await countSuspects(db)).toBe(1);
    await setSpam(db, suspect, false, who);
    await setSpam(db, suspect, true, who);
    expect(await countSuspects(db)).toBe(0);
  });

  test('a reminder is due at its time', async () => {
    const ref = await add();
    await setReminder(db, ref, new Date('2026-11-20T04:00:00Z'), who);
    expect(await findDueLeads(db, new Date('2026-11-20T03:59:00Z'), 5)).toEqual([]);
    expect(await findDueLeads(db, new Date('2026-11-20T04:00:00Z'), 5)).toMatchObject([{ ref }]);
  });

  test('a client won within a year takes a place, whenever the lead arrived', async () => {
    const refs = [];
    for (let i = 0; i < 4; i++) refs.push(await add({}, new Date(Date.now() - 500 * day)));
    const [lately, longAgo, leftAgain, withoutHistory] = refs as [string, string, string, string];
    for (const ref of [lately, longAgo, leftAgain])
      await changeStatus(db, ref, { from: 'new', to: 'client' }, who);
    await changeStatus(db, leftAgain, { from: 'client', to: 'lost' }, who);
    await db.run(
      sql`update lead_events set at = ${new Date(Date.now() - 400 * day).toISOString()} where ref = ${longAgo}`,
    );
    await db.run(sql`update contact_submissions set status = 'client' where ref = ${withoutHistory}`);
    expect(await placesTaken(db)).toBe(1);
  });
});
