import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LeadDetail, LeadPage } from '#contract/inbox.ts';
import { row, sql } from '#server/db/sql.ts';
import { addLead } from '#server/leads/add.ts';
import type { NewLead } from '#server/leads/lead.ts';
import { recordMessage } from '#server/telegram/messages.ts';
import { databases } from '#tests/database.ts';
import { newLead } from '#tests/leads.ts';
import { startTestInbox, type TestBrowser } from '#tests/start-test-inbox.ts';

type TestInbox = Awaited<ReturnType<typeof startTestInbox>>;
let testInbox: TestInbox;
let browser: TestBrowser;
const wake = vi.fn();
beforeEach(async () => {
  wake.mockClear();
  testInbox = await startTestInbox({ wake });
  browser = await testInbox.browser().signIn();
});

const add = async (changes: Partial<NewLead> = {}) => (await addLead(testInbox.db, newLead(changes))).ref;
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
});

describe('a lead added by hand', () => {
  const input = { name: 'Botir', phone: '90 111 99 88', email: null, message: '', language: null };
  const lead = { ...input, source: 'phone', status: 'contacted', key: crypto.randomUUID() };

  test.each(databases)('is stored once, and says who added it, on %s', async (database) => {
    testInbox = await startTestInbox({ database, wake });
    browser = await testInbox.browser().signIn();
    await rename('Nodira');
    const [status, added] = await post('/leads', lead);
    expect([status, added]).toMatchObject([
      200,
      {
        ...input,
        source: 'phone',
        status: 'contacted',
        changedBy: 'Nodira',
        events: [{ kind: 'added', who: 'Nodira' }],
      },
    ]);
    await post('/leads', lead);
    expect(await namesIn('')).toEqual(['Botir']);
    expect(await namesIn('?by=Nodira')).toEqual(['Botir']);
    expect(await namesIn('?by=Aziz')).toEqual([]);
    expect(wake).toHaveBeenCalled();
  });

  test.each([{ name: ' ' }, { phone: '' }, { source: 'direct' }, { email: 'x' }])(
    'is refused with %j',
    async (wrong) => {
      expect(await post('/leads', { ...lead, ...wrong })).toEqual([400, { error: 'invalid' }]);
    },
  );

  test('whose number is known already shows the other lead first', async () => {
    const ref = await add({ phone: '+998 (90) 111-99-88' });
    expect(await browser.get('/leads/same?phone=901119988')).toMatchObject([{ ref }]);
    expect(await browser.get('/leads/same?phone=90111')).toEqual([]);
  });
});

test('a correction of what a colleague has corrected is a conflict; a colleague’s note cannot be removed', async () => {
  const ref = await add();
  const phone = { field: 'phone', from: '+998 90 123 45 67', to: '+998 90 123 45 68' };
  expect(await post(`/leads/${ref}/corrections`, { corrections: [phone] })).toMatchObject([
    200,
    { phone: phone.to },
  ]);
  expect(await post(`/leads/${ref}/corrections`, { corrections: [{ ...phone, to: '1' }] })).toMatchObject([
    409,
    { error: 'conflict' },
  ]);
  for (const corrections of [[], [{ ...phone, to: '' }], [{ ...phone, field: 'status' }]])
    expect((await post(`/leads/${ref}/corrections`, { corrections }))[0]).toBe(400);
  const [, noted] = await post(`/leads/${ref}/notes`, { text: 'x' });
  const id = (noted as LeadDetail).events.at(-1)?.id;
  await rename('Sardor');
  expect((await browser.answer('DELETE', `/leads/${ref}/notes/${id}`))[0]).toBe(404);
});

test.each(databases)('the revision changes with every change of a lead, on %s', async (database) => {
  testInbox = await startTestInbox({ database });
  browser = await testInbox.browser().signIn();
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

test('the revision also changes with a change that is committed after a later one, on PostgreSQL', async () => {
  testInbox = await startTestInbox({ database: 'postgres' });
  browser = await testInbox.browser().signIn();
  const revision = async () => (await browser.get<{ revision: string }>('/revision')).revision;
  const [slow, fast] = [await add(), await add()];
  const [changed, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const note = { ref: slow, at: '2026-11-19T08:00:00.000Z', kind: 'note', new_value: 'x' };
  const change = testInbox.db.transaction(async (db) => {
    await db.run(sql`insert into lead_events ${row(note)}`);
    changed.resolve();
    await commit.promise;
  });
  await changed.promise;
  await post(`/leads/${fast}/notes`, { text: 'x' });
  const before = await revision();
  commit.resolve();
  await change;
  expect(await revision()).not.toBe(before);
});

describe('a lead', () => {
  test('is changed in the name of the person signed in; the slower of two learns what the other did', async () => {
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

  test('has a reminder until it becomes a client or lost', async () => {
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

  test('is sent again to every channel', async () => {
    const ref = await add();
    expect(await post(`/leads/${ref}/resend`)).toMatchObject([200, { events: [{ kind: 'resend' }] }]);
    expect((await browser.get<LeadDetail>(`/leads/${ref}`)).deliveries).toHaveLength(3);
    expect(wake).toHaveBeenCalled();
  });

  test('cannot be sent again without a channel', async () => {
    testInbox = await startTestInbox({ channels: [] });
    browser = await testInbox.browser().signIn();
    const ref = await add();
    expect(await post(`/leads/${ref}/resend`)).toEqual([422, { error: 'no-channel' }]);
    expect(await browser.get(`/leads/${ref}`)).toMatchObject({ events: [] });
  });

  test.each([
    ['status', { from: 'new', to: 'gone' }],
    ['notes', { text: ' ' }],
    ['notes', { text: 'a'.repeat(5001) }],
    ['notes', { text: '\u0000' }],
    ['notes', { text: 'x', key: 'y' }],
    ['spam', { spam: 'yes' }],
  ])('refuses /%s with %j', async (path, body) => {
    expect(await post(`/leads/${await add()}/${path}`, body)).toEqual([400, { error: 'invalid' }]);
  });

  test('that was erased is not found by any request', async () => {
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

describe('erasing waits for the messages in Telegram and reports', () => {
  async function erase(outcome: 'deleted' | 'given up' | 'pending') {
    const ref = await add();
    await recordMessage(testInbox.db, { chatId: '-42', messageId: 7 }, 'lead', [ref]);
    wake.mockImplementation(() => {
      if (outcome === 'deleted') void testInbox.db.run(sql`delete from telegram_messages`);
      if (outcome === 'given up') void testInbox.db.run(sql`update telegram_messages set given_up = ${true}`);
    });
    return browser.answer('DELETE', `/leads/${ref}`);
  }

  test.each([
    ['nothing when they are deleted', 'deleted', null],
    ['one that a person must delete', 'given up', 'by-hand'],
    ['one that will be deleted later', 'pending', 'later'],
  ] as const)('%s', async (_, outcome, leftover) => {
    expect(await erase(outcome)).toEqual([200, { leftover }]);
  });

  test('that a person must delete them where Telegram is not configured', async () => {
    testInbox = await startTestInbox({ channels: ['webhook'] });
    browser = await testInbox.browser().signIn();
    expect(await erase('pending')).toEqual([200, { leftover: 'by-hand' }]);
  });
});

describe('a file', () => {
  const nameOf = ({ headers }: Response) =>
    decodeURIComponent(headers.get('content-disposition')?.split("''")[1] ?? '');

  test("holds the filtered leads, with headings in the reader's language", async () => {
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
});
