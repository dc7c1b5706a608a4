import { beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '#server/db/db.ts';
import { sql } from '#server/db/sql.ts';
import { databases, openTestDatabase } from '#tests/database.ts';
import { newLead } from '#tests/leads.ts';
import { addLead, completeSupabaseLeads } from './add.ts';
import { addNote, changeNote, changeStatus, correctLead, readNote, setReminder, setSpam } from './change.ts';
import { eraseExpired, eraseLead } from './erase.ts';
import { findLeadPage, findLeadRecord } from './find.ts';

const who = { who: 'Nodira' };
const day = 24 * 3_600_000;

describe.each(databases)('on %s', (kind) => {
  let db: Db;
  beforeEach(async () => {
    db = await openTestDatabase(kind);
  });
  const add = async (at = new Date()) => (await addLead(db, newLead(), at)).ref;

  test('a lead is stored as it was sent', async () => {
    const { ref } = await addLead(db, newLead({ source: 'telegram' }), new Date('2026-11-01T20:05:09.876Z'));
    expect(await findLeadRecord(db, ref)).toMatchObject({
      ref,
      name: 'Dilnoza Karimova',
      phone: '+998 90 123 45 67',
      dial: '+998901234567',
      message: 'Salom!\nItaliya haqida soʻramoqchi edim.',
      excerpt: 'Salom!',
      source: 'telegram',
      createdAt: '2026-11-01T20:05:09.876Z',
      status: 'new',
      spam: false,
      remindAt: null,
      events: [],
    });
  });

  test('one idempotency key stores one lead, even when both requests arrive at once', async () => {
    const lead = newLead({ idempotencyKey: 'key' });
    const added = await Promise.all([addLead(db, lead), addLead(db, lead)]);
    expect(added.map(({ stored }) => stored).toSorted()).toEqual([false, true]);
    expect(added[0]?.ref).toBe(added[1]?.ref);
  });

  test('a lead that a static site inserted is completed once', async () => {
    await db.run(
      sql`insert into contact_submissions (ref, name, phone, message, created_at, day)
        values ('K7Q2-9F3D', 'Aziza', '90 123 45 67', 'Salom', '2026-11-19T08:00:00.000Z', '2026-11-19')`,
    );
    expect(await completeSupabaseLeads(db)).toBe(1);
    expect(await completeSupabaseLeads(db)).toBe(0);
    const { search } = (await db.get<{ search: string }>(sql`select search from contact_submissions`)) ?? {};
    expect(search).toContain('998901234567');
  });

  const found = async (q: string) => (await findLeadPage(db, { q }, { limit: 5 })).leads.length;

  test('a corrected lead is found by its old and its new number, and the history says what was corrected', async () => {
    const ref = await add();
    const corrections = [
      { field: 'phone' as const, from: '+998 90 123 45 67', to: '+998 90 123 45 68' },
      { field: 'email' as const, from: 'dilnoza@example.uz', to: null },
    ];
    const corrected = await correctLead(db, ref, corrections, who);
    expect(corrected).toMatchObject({
      ok: true,
      lead: { dial: '+998901234568', email: null, changedBy: 'Nodira', events: [{ corrections }] },
    });
    for (const q of ['90 123 45 67', '901234568']) expect(await found(q)).toBe(1);
    const late = [{ field: 'phone' as const, from: '+998 90 123 45 67', to: '+998 90 000 00 00' }];
    expect(await correctLead(db, ref, late, { who: 'Aziz' })).toMatchObject({ reason: 'conflict' });
    expect(await found('900000000')).toBe(0);
  });

  test('a note is found, and corrected or removed by its author only; a removed one is gone', async () => {
    const ref = await add();
    await addNote(db, ref, 'onasi 91 765 43 21', who);
    expect(await found('917654321')).toBe(1);
    const [note] = (await findLeadRecord(db, ref))?.events ?? [];
    const key = { id: note?.id as number };
    expect(await changeNote(db, ref, key, null, { who: 'Aziz' })).toEqual({ ok: false, reason: 'not-found' });
    await changeNote(db, ref, key, 'onasi 91 765 43 22', who);
    expect([await found('917654321'), await found('917654322')]).toEqual([0, 1]);
    await changeNote(db, ref, key, null, who);
    expect(await found('917654322')).toBe(0);
    const { events = [] } = (await findLeadRecord(db, ref)) ?? {};
    expect(events.map(({ kind }) => kind)).toEqual(['note-corrected', 'note-removed']);
    expect(JSON.stringify(await db.all(sql`select * from lead_events`))).not.toContain('onasi');
  });

  test('the history of a lead says who did what', async () => {
    const ref = await add();
    await changeStatus(db, ref, { from: 'new', to: 'contacted' }, who);
    await addNote(db, ref, 'calls back', { who: 'Aziz' });
    await setReminder(db, ref, new Date('2026-11-20T04:00:00Z'), who);
    await setSpam(db, ref, true, who);
    expect((await findLeadRecord(db, ref))?.events).toMatchObject([
      { who: 'Nodira', kind: 'status', from: 'new', to: 'contacted' },
      { who: 'Aziz', kind: 'note', text: 'calls back' },
      { who: 'Nodira', kind: 'remind', remindAt: '2026-11-20T04:00:00.000Z' },
      { who: 'Nodira', kind: 'spam', spam: true },
    ]);
  });

  test('of two status changes at once the first wins, and the second person is told', async () => {
    const ref = await add();
    const results = await Promise.all([
      changeStatus(db, ref, { from: 'new', to: 'client' }, { who: 'Nodira' }),
      changeStatus(db, ref, { from: 'new', to: 'lost' }, { who: 'Aziz' }),
    ]);
    const second = results.find(({ ok }) => !ok);
    expect(second).toMatchObject({ reason: 'conflict', last: { kind: 'status', from: 'new' } });
    expect((await findLeadRecord(db, ref))?.events).toHaveLength(1);
  });

  test('a change to the present value is no event; an erased lead cannot be changed', async () => {
    const ref = await add();
    await changeStatus(db, ref, { from: 'new', to: 'client' }, who);
    expect(await changeStatus(db, ref, { from: 'client', to: 'client' }, who)).toMatchObject({ ok: true });
    expect(await setSpam(db, ref, false, who)).toMatchObject({ ok: true });
    expect((await findLeadRecord(db, ref))?.events).toHaveLength(1);
    await eraseLead(db, ref);
    expect(await changeStatus(db, ref, { from: 'client', to: 'lost' }, who)).toEqual({
      ok: false,
      reason: 'not-found',
    });
    expect(await addNote(db, ref, 'x', who)).toEqual({ ok: false, reason: 'not-found' });
  });

  test('a repeated Telegram update changes nothing', async () => {
    const ref = await add();
    for (let i = 0; i < 2; i++) await addNote(db, ref, 'once', { who: 'Nodira', dedupeKey: 'update:1' });
    expect((await findLeadRecord(db, ref))?.events).toHaveLength(1);
  });

  test('an erased lead is gone, and erasing it again does nothing', async () => {
    const ref = await add();
    expect(await eraseLead(db, ref)).toBe(true);
    expect(await findLeadRecord(db, ref)).toBeNull();
    expect(await eraseLead(db, ref)).toBe(false);
  });
});

describe('retention', () => {
  const fill = async (db: Db, old: number, young: number) => {
    for (let i = 0; i < old + young; i++)
      await addLead(db, newLead(), new Date(Date.now() - (i < old ? 400 : 1) * day));
  };

  test('erases leads older than the given number of days', async () => {
    const db = await openTestDatabase();
    await fill(db, 11, 12);
    expect(await eraseExpired(db, 365)).toEqual({ erased: 11 });
  });

  test('erases nothing if more than half of all leads would go, as with a clock that is a year ahead', async () => {
    const db = await openTestDatabase();
    await fill(db, 0, 12);
    const ahead = new Date(Date.now() + 400 * day);
    expect(await eraseExpired(db, 365, ahead)).toEqual({ refused: 12 });
  });

  test('erases even all leads if they are few', async () => {
    const db = await openTestDatabase();
    await fill(db, 3, 0);
    expect(await eraseExpired(db, 365)).toEqual({ erased: 3 });
  });
});

test.each([
  [' Salom \n', 'Salom'],
  ['🎓'.repeat(5000), '🎓'.repeat(5000)],
  ['x'.repeat(5001), null],
  [' \n ', null],
  ['a\0b', null],
  ['\ud800', null],
])('a note is trimmed, and null if it cannot be stored (%#)', (typed, note) => {
  expect(readNote(typed)).toBe(note);
});
