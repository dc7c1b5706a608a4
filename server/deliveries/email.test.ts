import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleLead } from '../../tests/example-lead.ts';
import { startMailStandIn } from '../../tests/stand-ins/mail.ts';
import { speechIn } from '../leads/speech.ts';
import { emailSender, mustEncrypt } from './email.ts';

let server: Awaited<ReturnType<typeof startMailStandIn>>;

const sender = (changes: object = {}) =>
  emailSender(
    { smtpUrl: server.url, from: 'Sayt <sayt@example.uz>', to: ['staff@example.uz'], ...changes },
    'staff@example.uz',
  );
const send = (lead = exampleLead(), signal = new AbortController().signal) => sender().send(lead, signal);

beforeEach(async () => {
  server = await startMailStandIn();
});
afterEach(() => server.stop());

describe('the mail', () => {
  test('arrives as the staff should read it', async () => {
    expect(await send(exampleLead({ suspectedSpam: true }))).toEqual({ ok: true });
    const mail = server.mails[0] ?? expect.fail('no mail');
    expect(mail.to).toEqual(['staff@example.uz']);
    expect(mail.headers).toMatchObject({
      from: 'Sayt <sayt@example.uz>',
      to: 'staff@example.uz',
      subject: '⚠️ Spam boʻlishi mumkin · Yangi murojaat K7Q2-9F3D · Dilnoza Karimova',
      'reply-to': 'Dilnoza Karimova <dilnoza@example.uz>',
      'auto-submitted': 'auto-generated',
    });
    expect(mail.text.trim()).toBe(
      [
        '⚠️ Spam boʻlishi mumkin',
        '',
        'Ism: Dilnoza Karimova',
        'Telefon: +998 90 123 45 67 (+998901234567)',
        'E-mail: dilnoza@example.uz',
        'Sahifa tili: oʻzbekcha',
        `Vaqt: ${speechIn().momentInTashkent(exampleLead().createdAt)}`,
        '',
        'Xabar:',
        'Salom!\nItaliya haqida soʻramoqchi edim.',
      ].join('\n'),
    );
  });

  test('has the same Message-ID in every attempt, and another for another lead', async () => {
    await send();
    await send();
    await send(exampleLead({ ref: 'AAAA-BBBB' }));
    expect(server.mails.map(({ headers }) => headers['message-id'])).toEqual([
      '<lead-k7q2-9f3d@example.uz>',
      '<lead-k7q2-9f3d@example.uz>',
      '<lead-aaaa-bbbb@example.uz>',
    ]);
  });

  test.each(['\r\nBcc: everyone@example.com', '\u2028Bcc: x'])(
    'has no header that a name brought in (%j)',
    async (injection) => {
      expect(await send(exampleLead({ name: `Ali${injection}` }))).toEqual({ ok: true });
      const mail = server.mails[0] ?? expect.fail('no mail');
      expect(mail.headers).not.toHaveProperty('bcc');
      expect(mail.to).toEqual(['staff@example.uz']);
      expect(mail.headers.subject).toContain('Ali Bcc: ');
    },
  );

  test('is answered to a name in Cyrillic', async () => {
    await send(exampleLead({ name: 'Ольга "Оля" <x@y>, z' }));
    expect(server.mails[0]?.headers['reply-to']).toContain('<dilnoza@example.uz>');
    expect(server.mails[0]?.headers['reply-to']).toContain('Ольга');
  });

  test.each([
    null,
    'a@b',
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'а@пример.рф',
  ])('is answered to nobody when the address is %j', async (email) => {
    expect(await send(exampleLead({ email }))).toEqual({ ok: true });
    expect(server.mails[0]?.headers).not.toHaveProperty('reply-to');
  });

  test('survives lines that look like the end of a message', async () => {
    const message = 'one\n.\nQUIT\n.two';
    await send(exampleLead({ message }));
    expect(server.mails[0]?.text).toContain(message);
  });
});

describe('no acceptance', () => {
  test.each([
    ['a temporary refusal', { refuse: 'MAIL', code: 451 }, '451'],
    ['a refused recipient', { refuse: 'RCPT', code: 550 }, '550'],
    ['a web server', 'garbage', 'EPROTOCOL'],
    ['a closed connection', 'hang up', 'ECONNECTION'],
  ] as const)('is %s', async (_name, behaviour, error) => {
    server.behave(behaviour);
    expect(await send()).toEqual({ ok: false, error: expect.stringContaining(error) });
  });

  test.each([451, 554])('is a message refused with %d, which says nothing of others', async (code) => {
    server.behave({ refuse: 'DATA', code });
    expect(await send()).toEqual({ ok: false, error: expect.stringContaining(`${code}`), ofLead: true });
  });

  test.each(['hang', 'trickle'] as const)(
    'is a server that would %s, ended by the signal',
    async (behaviour) => {
      server.behave(behaviour);
      const limit = new AbortController();
      const result = send(exampleLead(), limit.signal);
      await vi.waitFor(() => expect(server.sockets.size).toBe(1), 20_000);
      limit.abort();
      expect(await result).toMatchObject({ ok: false });
      await vi.waitFor(() => expect(server.sockets.size).toBe(0), 20_000);
    },
  );

  test('is a refused connection', async () => {
    await server.stop();
    expect(await send()).toMatchObject({ ok: false, error: expect.stringContaining('ECONNREFUSED') });
    server = await startMailStandIn();
  });
});

test('no connection stays open between two leads', async () => {
  await send();
  await vi.waitFor(() => expect(server.sockets.size).toBe(0), 20_000);
});

test('the password is among the secrets, as written and as sent', () => {
  expect(sender({ smtpUrl: 'smtp://staff:p%40ss@mail.example.uz' }).secrets).toEqual(['p%40ss', 'p@ss']);
});

describe('encryption', () => {
  // Everywhere on this machine, and yet not an address of the loopback.
  const elsewhere = (parameters = '') => `smtp://staff:hunter2@0.0.0.0:${server.port}/${parameters}`;
  const sendBy = (smtpUrl: string) => sender({ smtpUrl }).send(exampleLead(), new AbortController().signal);

  test('is required of a server elsewhere: nothing is said to it in clear', async () => {
    expect(await sendBy(elsewhere())).toEqual({
      ok: false,
      error: expect.stringMatching(/^ETLS: .*STARTTLS/),
    });
    expect(server.passwords).toEqual([]);
    expect(server.mails).toEqual([]);
  });

  test.each(['?requireTLS=false', '?ignoreTLS=true'])(
    'is given up where SMTP_URL says so: %s',
    async (parameter) => {
      expect(await sendBy(elsewhere(parameter))).toEqual({ ok: true });
      expect(server.passwords).toEqual(['hunter2']);
    },
  );

  test('begins before the password where it is offered, and only with a certificate that holds', async () => {
    await server.stop();
    server = await startMailStandIn({ starttls: true });
    expect(await sendBy(elsewhere())).toMatchObject({
      ok: false,
      error: expect.stringContaining('certificate'),
    });
    expect(server.passwords).toEqual([]);
    expect(await sendBy(elsewhere('?tls.rejectUnauthorized=false'))).toEqual({ ok: true });
    expect(server.mails).toMatchObject([{ encrypted: true }]);
  });

  test.each([
    ['smtp://mail.example.uz', true],
    ['smtp://10.0.0.5:25', true],
    ['smtp://localhost.example.uz', true],
    ['smtps://mail.example.uz', false],
    ['smtp://localhost:1025', false],
    ['smtp://127.0.0.1', false],
    ['smtp://[::1]:25', false],
  ])('has to be asked for with %s: %j', (smtpUrl, asked) => {
    expect(mustEncrypt(smtpUrl)).toBe(asked);
  });
});
