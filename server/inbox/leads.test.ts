import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LeadDetail, LeadPage } from '../../contract/inbox.ts';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { startTestInbox, type TestBrowser, type TestInbox } from '../../tests/inbox.ts';
import { openStore } from '../store/open.ts';
import type { NewLead, Store } from '../store/store.ts';

const answerOf = async (response: Response) => [response.status, await response.json()];

describe('leads over HTTP', () => {
  let inbox: TestInbox;
  let browser: TestBrowser;
  /** As another process has it. */
  let store: Store;
  beforeEach(async () => {
    inbox = await startTestInbox();
    browser = await inbox.browser().signIn();
    store = await openStore(inbox.config);
  });
  afterEach(async () => {
    await store.close();
    await inbox.stop();
  });
  const add = async (changes: Partial<NewLead> = {}) =>
    (await store.addLead({ ...exampleNewLead(), ...changes })).ref;
  const get = async <Body>(path: string): Promise<Body> => (await browser.ask('GET', path)).json();
  const namesIn = async (query: string) =>
    (await get<LeadPage>(`/leads${query}`)).leads.map(({ name }) => name);

  it('are found by what the address says', async () => {
    await add({ name: 'Aziza', language: 'uz' });
    await add({ name: 'Ольга', language: 'ru', phone: '8 (912) 345-67-89' });
    await add({ name: 'Robot', suspectedSpam: true });
    expect(await namesIn('')).toEqual(['Robot', 'Ольга', 'Aziza']);
    expect(await namesIn('?tab=new&q=&language=')).toEqual(['Ольга', 'Aziza']);
    expect(await namesIn('?tab=spam')).toEqual(['Robot']);
    expect(await namesIn('?tab=all&spam=no')).not.toContain('Robot');
    expect(await namesIn(`?q=${encodeURIComponent('ОЛЬГ')}`)).toEqual(['Ольга']);
    expect(await namesIn('?q=912345')).toEqual(['Ольга']);
    expect(await namesIn('?language=uz&tab=all')).toEqual(expect.arrayContaining(['Aziza']));
    expect(await namesIn('?until=2020-01-01')).toEqual([]);
    expect(await get('/counts')).toMatchObject({ new: 2, spam: 1, all: 3 });
    for (const query of [
      '?tab=mine',
      '?language=xx',
      '?since=yesterday',
      '?until=2026-02-30',
      `?q=${'a'.repeat(201)}`,
    ])
      expect(await answerOf(await browser.ask('GET', `/leads${query}`)), query).toEqual([
        400,
        { error: 'invalid' },
      ]);
  });

  it('tell how many others have the same number, however it was typed', async () => {
    const numbers = [
      '+998 90 123-45-67',
      '901234567',
      '998901234567',
      '+998 91 123 45 67',
      '@aziza',
      '@aziza',
    ];
    const refs = [];
    for (const phone of numbers) refs.push(await add({ phone, message: 'Yoki +998 91 123 45 67' }));
    const others = (ref = '') => get(`/leads/${ref}/others`);
    expect(await Promise.all(refs.map(others))).toEqual([2, 2, 2, 0, 0, 0].map((count) => ({ count })));
    expect(await others('0000-0000')).toEqual({ count: 0 });
  });

  it('come page by page', async () => {
    await store.addLeads(Array.from({ length: 51 }, (_, i) => ({ ...exampleNewLead(), name: `lead ${i}` })));
    const first = await get<LeadPage>('/leads');
    expect(first.leads).toHaveLength(50);
    const second = await get<LeadPage>(`/leads?after=${first.next}`);
    expect(second).toMatchObject({ leads: [expect.anything()], next: null });
    expect(new Set([...first.leads, ...second.leads].map(({ ref }) => ref)).size).toBe(51);
  });

  it('are changed by who is signed in, and the second of two is told what the first did', async () => {
    const ref = await add();
    const change = (body: object) => browser.ask('POST', `/leads/${ref}/status`, { body });
    expect(await answerOf(await change({ from: 'new', to: 'contacted' }))).toEqual([
      200,
      expect.objectContaining({
        status: 'contacted',
        events: [expect.objectContaining({ who: 'Nodira', kind: 'status', from: 'new', to: 'contacted' })],
      }),
    ]);
    // A double tap: nobody was quicker than themselves.
    expect(await answerOf(await change({ from: 'new', to: 'contacted' }))).toEqual([
      200,
      expect.objectContaining({ status: 'contacted', events: [expect.objectContaining({ kind: 'status' })] }),
    ]);
    await browser.ask('PUT', '/me', { body: { name: 'Botir' } });
    expect((await change({ from: 'new', to: 'contacted' })).status).toBe(409);
    await browser.ask('PUT', '/me', { body: { name: 'Nodira' } });
    expect(await answerOf(await change({ from: 'new', to: 'lost' }))).toEqual([
      409,
      {
        error: 'conflict',
        lead: expect.objectContaining({ ref, status: 'contacted' }),
        last: expect.objectContaining({ who: 'Nodira', to: 'contacted' }),
      },
    ]);
    const note = { text: '  Ertaga qoʻngʻiroq ', key: randomUUID() };
    await browser.ask('POST', `/leads/${ref}/notes`, { body: note });
    // Once more, because the answer was lost.
    const noted = await browser.ask('POST', `/leads/${ref}/notes`, { body: note });
    expect(((await noted.json()) as LeadDetail).events.at(-1)).toMatchObject({
      kind: 'note',
      text: 'Ertaga qoʻngʻiroq',
    });
    const putAway = (name: string) =>
      browser
        .ask('PUT', '/me', { body: { name } })
        .then(() => browser.ask('POST', `/leads/${ref}/spam`, { body: { spam: true, from: 'new' } }));
    expect(await answerOf(await putAway('Botir'))).toEqual([
      409,
      {
        error: 'conflict',
        lead: expect.objectContaining({ ref, spam: false }),
        last: expect.objectContaining({ who: 'Nodira', to: 'contacted' }),
      },
    ]);
    // Of her own change she knows.
    expect(await (await putAway('Nodira')).json()).toMatchObject({ spam: true });
    expect((await browser.ask('POST', `/leads/${ref}/resend`)).status).toBe(200);
    expect((await get<LeadDetail>(`/leads/${ref}`)).events.map(({ kind }) => kind)).toEqual([
      ...['status', 'note', 'spam', 'resend'],
    ]);
    for (const [path, body] of [
      ['status', { from: 'new', to: 'closed' }],
      ['notes', { text: ' ' }],
      ['notes', { text: 'a'.repeat(5001) }],
      ['notes', { text: '\u0000' }],
      ['notes', { text: 'x', key: 'y' }],
      ['spam', { spam: 'yes', from: 'new' }],
      ['spam', { spam: true }],
    ] as const)
      expect((await browser.ask('POST', `/leads/${ref}/${path}`, { body })).status, path).toBe(400);
  });

  it('are sent nowhere when no channel is configured, and whoever asked is told', async () => {
    const none = { TELEGRAM_BOT_TOKEN: '', TELEGRAM_CHAT_ID: '', SMTP_URL: '', MAIL_TO: '' };
    const alone = await startTestInbox({ ...none, TELEGRAM_API_URL: '' });
    await alone.post({ name: 'Aziza', phone: '+998 90', email: null, message: 'Salom' });
    const person = await alone.browser().signIn();
    const ref = (await alone.leads())[0]?.ref;
    expect(await answerOf(await person.ask('POST', `/leads/${ref}/resend`))).toEqual([
      422,
      { error: 'nowhere' },
    ]);
    expect(await (await person.ask('GET', `/leads/${ref}`)).json()).toMatchObject({ events: [] });
    await alone.stop();
  });

  it('that are not there are gone, whatever is done with them', async () => {
    const ref = await add();
    expect(await answerOf(await browser.ask('DELETE', `/leads/${ref}`))).toEqual([
      200,
      { tracesLeft: null, messageLeft: null },
    ]);
    for (const [method, path, body] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/status', { from: 'new', to: 'lost' }],
      ['POST', '/notes', { text: 'x' }],
      ['POST', '/spam', { spam: true, from: 'new' }],
      ['POST', '/resend'],
    ] as const)
      expect(await answerOf(await browser.ask(method, `/leads/${ref}${path}`, { body })), path).toEqual([
        404,
        { error: 'gone' },
      ]);
    expect((await inbox.leads()).length).toBe(0);
  });

  it('are a file in the reader’s language, of what is filtered', async () => {
    await add({ name: 'Aziza', message: 'Salom' });
    await add({ name: 'Robot', suspectedSpam: true });
    const download = await browser.ask('GET', '/leads.csv?tab=new&headings=ru');
    expect(download.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const nameOf = ({ headers }: Response) =>
      decodeURIComponent(headers.get('content-disposition')?.split("''")[1] ?? '');
    expect(nameOf(download)).toMatch(/^заявки-\d{4}-\d\d-\d\d\.csv$/);
    expect(download.headers.get('cache-control')).toBe('no-store');
    const text = Buffer.from(await download.arrayBuffer()).toString();
    expect(text.startsWith('\ufeff"')).toBe(true);
    expect(text).toContain('";"Aziza";"');
    expect(text).not.toContain('Robot');
    expect(await (await browser.ask('GET', '/leads.csv?headings=en')).text()).toContain('","Robot","');
    const usual = await browser.ask('GET', '/leads.csv');
    expect(nameOf(usual)).toMatch(/^murojaatlar-\d{4}-\d\d-\d\d\.csv$/);
    await usual.text();
  });
});
