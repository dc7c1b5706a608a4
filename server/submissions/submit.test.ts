import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { submissionPath } from '#contract/addresses.ts';
import { startTestService, type TestService } from '#tests/service.ts';

const submission = { name: 'Aziza', phone: '+998 90', email: null, message: 'Salom' };
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

let seen = 0;
/** The leads stored since the last call. */
async function newLeads() {
  const leads = (await service.leads()).slice(seen);
  seen += leads.length;
  return leads;
}
const letters = (length: number) => 'x'.repeat(length);

describe('a submission', () => {
  it('is stored and answered as a Supabase table would', async () => {
    const response = await service.post(
      { ...submission, email: 'aziza@example.uz' },
      { 'Content-Language': 'ru' },
    );
    expect(response.status).toBe(201);
    expect(await response.text()).toBe('');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-length': '0',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.has('content-range')).toBe(false);
    expect(await newLeads()).toMatchObject([
      {
        ...submission,
        email: 'aziza@example.uz',
        language: 'ru',
        spam: false,
        status: 'new',
        source: null,
        campaign: null,
      },
    ]);
  });

  it('with the same text from the same number within ten minutes is the same lead', async () => {
    const impatient = { ...submission, phone: '+998 90 123 45 67' };
    for (const phone of ['+998 90 123 45 67', '901234567', '90 123 45 67'])
      expect((await service.post({ ...impatient, phone })).status).toBe(201);
    await service.post({ ...impatient, message: 'Salom, yana men' });
    await service.post({ ...impatient, phone: '+998 90 123 45 68' });
    expect((await newLeads()).map(({ phone, message }) => [phone, message])).toEqual([
      ['+998 90 123 45 67', 'Salom'],
      ['+998 90 123 45 67', 'Salom, yana men'],
      ['+998 90 123 45 68', 'Salom'],
    ]);
  });

  it('is stored trimmed; an e-mail that is blank or missing is null', async () => {
    const { email, ...three } = submission;
    await service.post({ ...submission, name: '\n Aziza\u00a0', email: '  ' });
    await service.post(three);
    const leads = await newLeads();
    expect(leads.map(({ name, email }) => [name, email])).toEqual([
      ['Aziza', null],
      ['Aziza', null],
    ]);
  });

  it('is stored once per idempotency key, and again when its text has changed', async () => {
    const key = { 'Idempotency-Key': '4e2e5bd2' };
    const answers = [
      await service.post(submission, key),
      await service.post(submission, key),
      await service.post({ ...submission, message: 'Salom! Yana bir savol' }, key),
      await service.post(submission, { 'Idempotency-Key': 'another' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await newLeads()).map(({ message }) => message)).toEqual([
      'Salom',
      'Salom! Yana bir savol',
      'Salom',
    ]);
  });

  it.each([
    ['a filled trap', { 'X-Form-Honeypot': 'http://spam.example' }, true],
    ['a form sent at once', { 'X-Form-Age': '150' }, true],
    ['a form sent after a while', { 'X-Form-Age': '2000' }, false],
    ['an age that is no number', { 'X-Form-Age': 'soon' }, false],
  ])(
    'with %s is stored, and marked as possible spam only if suspicious',
    async (_case, headers, suspected) => {
      expect((await service.post(submission, headers as Record<string, string>)).status).toBe(201);
      expect((await newLeads()).map(({ spam }) => spam)).toEqual([suspected]);
    },
  );

  it.each([
    ['ru-RU, en', 'ru'],
    ['EN', 'en'],
    ['de', null],
  ])('with Content-Language %s has the language %s', async (header, language) => {
    await service.post(submission, { 'Content-Language': header });
    expect((await newLeads())[0]?.language).toBe(language);
  });

  it('may be as long as the limits, counted in characters', async () => {
    const longest = {
      name: '🎓'.repeat(200),
      phone: letters(50),
      email: `${letters(249)}@a.uz`,
      message: 'Ў'.repeat(5000),
    };
    expect((await service.post(longest)).status).toBe(201);
    expect(await newLeads()).toMatchObject([longest]);
  });

  it('whose connection breaks stores nothing, and the next one is stored', async () => {
    const socket = connect(service.port, '127.0.0.1');
    const head = `POST ${submissionPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: 100\r\n\r\n{"name":"A","phone":"1","message":"m"}`);
    await once(socket, 'connect');
    socket.destroy();
    await service.post(submission);
    expect((await newLeads()).map(({ name }) => name)).toEqual(['Aziza']);
  });
});

describe('a refused submission', () => {
  it.each<[string, unknown, number, string]>([
    ['an unknown field', { ...submission, id: 1 }, 400, 'PGRST204'],
    ['a field named __proto__', `{"__proto__":1,${JSON.stringify(submission).slice(1)}`, 400, 'PGRST204'],
    ['no name', { ...submission, name: undefined }, 400, '23502'],
    ['a null phone', { ...submission, phone: null }, 400, '23502'],
    ['a blank message', { ...submission, message: ' \t\n\u3000' }, 400, '23502'],
    ['a name that is too long', { ...submission, name: letters(201) }, 400, '23514'],
    ['a message that is too long', { ...submission, message: letters(5001) }, 400, '23514'],
    ['a malformed e-mail', { ...submission, email: 'aziza at example' }, 400, '23514'],
    ['a number for a name', { ...submission, name: 5 }, 400, '22P02'],
    ['NUL', { ...submission, message: 'a\0b' }, 400, '22P05'],
    ['half of a surrogate pair', '{"name":"\\ud83c","phone":"1","message":"m"}', 400, '22P05'],
    ['no body', '', 400, 'PGRST102'],
    ['an empty array', [], 400, 'PGRST102'],
    ['a number', '5', 400, 'PGRST102'],
    ['two rows', [submission, submission], 400, 'PGRST102'],
    ['a deeply nested body', '['.repeat(60_000), 400, 'PGRST102'],
    ['more than 64 KB', { ...submission, message: letters(70_000) }, 413, '54000'],
  ])('with %s gets an error and is not stored', async (_case, body, status, code) => {
    const response = await service.post(body);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'application/json; charset=utf-8',
    ]);
    expect(await response.json()).toEqual({ code, message: expect.any(String), details: null, hint: null });
    expect(await newLeads()).toEqual([]);
  });

  it('never repeats what the visitor wrote', async () => {
    const secret = 'Oybek-4711';
    const bodies = [
      { ...submission, [secret]: 1 },
      { ...submission, email: secret },
      { ...submission, name: secret, message: '' },
      `{"name":"${secret}"`,
    ];
    for (const body of bodies) expect(await (await service.post(body)).text()).not.toContain(secret);
  });

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'text/csv', 'application/xml'])(
    'of the type %s gets 400, as from PostgREST, not 415',
    async (type) => {
      const response = await service.post(submission, { 'Content-Type': type });
      expect([response.status, (await response.json()).code]).toEqual([400, 'PGRST102']);
    },
  );
});

describe('everything but inserting', () => {
  it.each(['GET', 'PUT', 'PATCH', 'DELETE'])('%s is refused', async (method) => {
    const response = await fetch(`${service.formUrl}?select=*`, { method });
    expect([response.status, (await response.json()).code]).toEqual([401, '42501']);
  });

  it.each([
    ['POST', '/rest/v1/users', 'PGRST205'],
    ['GET', '/rest/v1/deliveries', 'PGRST205'],
  ])('%s %s does not exist', async (method, path, code) => {
    const response = await fetch(service.url + path, { method });
    expect([response.status, (await response.json()).code]).toEqual([404, code]);
  });
});
