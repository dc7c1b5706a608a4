import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LeadDetail, LeadPage } from '../../contract/inbox.ts';
import { databases } from '../../tests/database.ts';
import { newLead } from '../../tests/leads.ts';
import { startTestInbox, type TestBrowser } from '../../tests/test-inbox.ts';
import { sql } from '../db/sql.ts';
import { addLead } from '../leads/add.ts';
import { setReminder } from '../leads/change.ts';
import type { NewLead } from '../leads/lead.ts';
import { recordMessage } from '../leads/telegram-messages.ts';

type Room = Awaited<ReturnType<typeof startTestInbox>>;
let room: Room;
let browser: TestBrowser;
const wake = vi.fn();
beforeEach(async () => {
  wake.mockClear();
  room = await startTestInbox({ outbox: { wake } });
  browser = await room.browser().signIn();
});

const add = async (changes: Partial<NewLead> = {}) => (await addLead(room.db, newLead(changes))).ref;
const namesIn = async (query: string) =>
  (await browser.get<LeadPage>(`/leads${query}`)).leads.map(({ name }) => name);
const post = (path: string, body?: object) => browser.answer('POST', path, body && { body });
const rename = (name: string) => browser.ask('PUT', '/me', { body: { name } });

describe('the list', () => {
  test('shows what the address asks for', async () => {
    await add({ name: 'Aziza', language: 'uz' });
    await add({ name: 'Ольга', language: 'ru', phone: '8 (912) 345-67-89' });
    await add({ name: 'Robot', spam: true });
    expect(await namesIn('')).toEqual(['Robot', 'Ольга', 'Aziza']);
    expect(await namesIn('?tab=new&q=&language=')).toEqual(['Ольга', 'Aziza']);
    expect(await namesIn('?tab=all&spam=no')).toEqual(['Ольга', 'Aziza']);
    expect(await namesIn(`?q=${encodeURIComponent('ОЛЬГ')}`)).toEqual(['Ольга']);
    expect(await namesIn('?q=912345')).toEqual(['Ольга']);
    expect(await namesIn('?language=uz&spam=no')).toEqual(['Aziza']);
    expect(await namesIn('?until=2020-01-01')).toEqual([]);
    expect(await browser.get('/counts')).toMatchObject({ new: 2, spam: 1, all: 3 });
  });

  test.each(['tab=mine', 'language=xx', 'spam=yes', `q=${'a'.repeat(201)}`])('refuses ?%s', async (query) => {
    expect(await browser.answer('GET', `/leads?${query}`)).toEqual([400, { error: 'invalid' }]);
  });

  test('comes page by page', async () => {
    for (let i = 0; i < 51; i++) await add({ name: `lead ${i}` });
    const first = await browser.get<LeadPage>('/leads');
    expect(first.leads).toHaveLength(50);
    const second = await browser.get<LeadPage>(`/leads?after=${first.next}`);
    expect(second).toMatchObject({ leads: [{ name: 'lead 0' }], next: null });
  });
});

test.each(databases)('the revision changes with every change of a lead, on %s', async (database) => {
  room = await startTestInbox({ database });
  browser = await room.browser().signIn();
  const seen = new Set<string>();
  const look = async () => seen.add((await browser.get<{ revision: string }>('/revision')).revision);
  await look();
  await look();
  expect(seen.size).toBe(1);
  const ref = await add();
  await look();
  await post(`/leads/${ref}/status`, { from: 'new', to: 'contacted' });
  await look();
  await post(`/leads/${ref}/notes`, { text: 'x' });
  await look();
  await browser.ask('DELETE', `/leads/${ref}`);
  await look();
  expect(seen.size).toBe(5);
});

describe('a lead', () => {
  test('is changed under the name of who is signed in; the slower of two learns what the other did', async () => {
    const ref = await add();
    const change = (to: string) => post(`/leads/${ref}/status`, { from: 'new', to });
    const contacted = expect.objectContaining({
      status: 'contacted',
      events: [expect.objectContaining({ who: 'Nodira', kind: 'status', from: 'new', to: 'contacted' })],
    });
    expect(await change('contacted')).toEqual([200, contacted]);
    expect(wake).toHaveBeenCalled();
    // A double tap.
    expect(await change('contacted')).toEqual([200, contacted]);
    await rename('Botir');
    for (const to of ['contacted', 'lost'])
      expect(await change(to)).toEqual([
        409,
        {
          error: 'conflict',
          lead: expect.objectContaining({ ref, status: 'contacted' }),
          last: expect.objectContaining({ who: 'Nodira', to: 'contacted' }),
        },
      ]);
  });

  test('takes a note once, also when it is sent again because no answer came', async () => {
    const ref = await add();
    const note = { text: '  Ertaga qoʻngʻiroq ', key: randomUUID() };
    await post(`/leads/${ref}/notes`, note);
    expect(await post(`/leads/${ref}/notes`, note)).toMatchObject([
      200,
      { events: [{ kind: 'note', text: 'Ertaga qoʻngʻiroq' }] },
    ]);
  });

  test('has a reminder, which a decision drops', async () => {
    const ref = await add();
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const put = (at: unknown) => browser.answer('PUT', `/leads/${ref}/reminder`, { body: { at } });
    expect(await put(at)).toMatchObject([200, { remindAt: at, events: [{ kind: 'remind', remindAt: at }] }]);
    expect((await browser.get<LeadPage>('/leads')).leads[0]?.remindAt).toBe(at);
    expect(await browser.answer('DELETE', `/leads/${ref}/reminder`)).toMatchObject([200, { remindAt: null }]);
    await put(at);
    expect(await post(`/leads/${ref}/status`, { from: 'new', to: 'client' })).toMatchObject([
      200,
      { remindAt: null },
    ]);
    for (const wrong of ['tomorrow', '2020-01-01T09:00:00Z', 7, null])
      expect(await put(wrong)).toEqual([400, { error: 'invalid' }]);
  });

  test('is listed when its reminder is due today', async () => {
    const [due, later] = [await add({ name: 'Aziza' }), await add({ name: 'Ольга' })];
    await setReminder(room.db, due, new Date(), { who: 'Nodira' });
    await setReminder(room.db, later, new Date(Date.now() + 48 * 3_600_000), { who: 'Nodira' });
    expect(await browser.get('/due')).toMatchObject([{ ref: due, name: 'Aziza' }]);
  });

  test('is sent again to every channel', async () => {
    const ref = await add();
    expect(await post(`/leads/${ref}/resend`)).toMatchObject([200, { events: [{ kind: 'resend' }] }]);
    expect((await browser.get<LeadDetail>(`/leads/${ref}`)).deliveries).toHaveLength(3);
    expect(wake).toHaveBeenCalled();
  });

  test('cannot be sent again without a channel', async () => {
    room = await startTestInbox({ channels: [] });
    browser = await room.browser().signIn();
    const ref = await add();
    expect(await post(`/leads/${ref}/resend`)).toEqual([422, { error: 'no-channel' }]);
    expect(await browser.get(`/leads/${ref}`)).toMatchObject({ events: [] });
  });

  test('says how many others have the same number', async () => {
    const refs = [];
    for (const phone of ['+998 90 123-45-67', '901234567', '@aziza']) refs.push(await add({ phone }));
    const details = await Promise.all(refs.map((ref) => browser.get(`/leads/${ref}`)));
    expect(details).toMatchObject([{ samePhone: 1 }, { samePhone: 1 }, { samePhone: 0 }]);
  });

  test.each([
    ['status', { from: 'new', to: 'gone' }],
    ['notes', { text: ' ' }],
    ['notes', { text: 'a'.repeat(5001) }],
    ['notes', { text: '\u0000' }],
    ['notes', { text: 'x', key: 'y' }],
    ['spam', { spam: 'yes', from: 'new' }],
    ['spam', { spam: 'yes' }],
  ])('refuses /%s with %j', async (path, body) => {
    expect(await post(`/leads/${await add()}/${path}`, body)).toEqual([400, { error: 'invalid' }]);
  });

  test('that was erased is gone, whatever is done with it', async () => {
    const ref = await add();
    expect(await browser.answer('DELETE', `/leads/${ref}`)).toEqual([200, { leftover: null }]);
    for (const [method, path, body] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/status', { from: 'new', to: 'lost' }],
      ['POST', '/notes', { text: 'x' }],
      ['POST', '/spam', { spam: true }],
      ['POST', '/resend'],
      ['DELETE', '/reminder'],
    ] as const)
      expect(await browser.answer(method, `/leads/${ref}${path}`, { body }), path).toEqual([
        404,
        { error: 'not-found' },
      ]);
  });
});

describe('erasing waits for the messages in Telegram and says', () => {
  async function erase(outcome: 'done' | 'dead' | 'pending') {
    const ref = await add();
    await recordMessage(room.db, { chatId: '-42', messageId: 7 }, 'lead', [ref]);
    wake.mockImplementation(() => {
      void room.db.run(sql`update outbox set state = ${outcome} where kind = 'delete'`);
    });
    return browser.answer('DELETE', `/leads/${ref}`);
  }

  test.each([
    ['nothing when they are gone', 'done', null],
    ['that somebody must delete one by hand', 'dead', 'by-hand'],
    ['that one will be deleted later', 'pending', 'later'],
  ] as const)('%s', async (_, outcome, leftover) => {
    expect(await erase(outcome)).toEqual([200, { leftover }]);
  });

  test('that nobody can delete them without a bot', async () => {
    room = await startTestInbox({ config: { bot: null } });
    browser = await room.browser().signIn();
    expect(await erase('pending')).toEqual([200, { leftover: 'by-hand' }]);
  });
});

describe('a file', () => {
  const nameOf = ({ headers }: Response) =>
    decodeURIComponent(headers.get('content-disposition')?.split("''")[1] ?? '');

  test("holds what is filtered, in the reader's language", async () => {
    await add({ name: 'Aziza' });
    await add({ name: 'Robot', spam: true });
    const download = await browser.ask('GET', '/leads.csv?tab=new&headings=ru');
    expect(download.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(nameOf(download)).toMatch(/^заявки-\d{4}-\d\d-\d\d\.csv$/);
    const text = Buffer.from(await download.arrayBuffer()).toString();
    expect(text.startsWith('\ufeff"')).toBe(true);
    expect(text).toContain('";"Aziza";"');
    expect(text).not.toContain('Robot');
    const usual = await browser.ask('GET', '/leads.csv');
    expect(nameOf(usual)).toMatch(/^murojaatlar-/);
    expect(await usual.text()).toContain('Robot');
  });

  test('is seen to be incomplete when the database fails meanwhile', async () => {
    await room.db.run(
      sql`insert into contact_submissions (ref, name, phone, message, created_at, day)
        with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < 3000)
        select i, 'Aziza', '1', hex(zeroblob(2000)), '2026-11-19T08:00:00.000Z', '2026-11-19' from numbers`,
    );
    const whole = await browser.ask('GET', '/leads.csv');
    expect((await whole.text()).split('\r\n')).toHaveLength(3002);
    const download = await browser.ask('GET', '/leads.csv');
    await room.db.script('alter table contact_submissions rename to away');
    let file = '';
    const read = async () => {
      for await (const piece of download.body ?? []) file += Buffer.from(piece).toString();
    };
    await expect(read()).rejects.toThrow();
    expect(file).not.toContain('Error');
  });
});
