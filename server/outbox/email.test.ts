import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { localeIn } from '#server/leads/locale.ts';
import { exampleLead } from '#tests/leads.ts';
import { startMailStandIn } from '#tests/stand-ins/mail.ts';
import { emailSender, mustEncrypt } from './email.ts';

let server: Awaited<ReturnType<typeof startMailStandIn>>;

const sender = (smtpUrl = server.url, inboxUrl: string | null = null) =>
  emailSender({ smtpUrl, from: 'Sayt <sayt@example.uz>', to: [] }, 'staff@example.uz', {
    locale: localeIn(),
    inboxUrl,
  });
const send = (lead = exampleLead(), by = sender()) => by.send({ kind: 'lead', key: 'a', lead });

beforeEach(async () => {
  server = await startMailStandIn();
});
afterEach(() => server.stop());

describe('the mail', () => {
  test('arrives as the staff should read it', async () => {
    await send(exampleLead({ spam: true }), sender(server.url, 'https://example.uz/inbox'));
    const mail = server.mails[0] ?? expect.fail('no mail');
    expect(mail.to).toEqual(['staff@example.uz']);
    expect(mail.headers).toMatchObject({
      from: 'Sayt <sayt@example.uz>',
      to: 'staff@example.uz',
      subject: '⚠️ Spamga oʻxshaydi · Yangi murojaat K7Q2-9F3D · Dilnoza Karimova',
      'reply-to': 'Dilnoza Karimova <dilnoza@example.uz>',
      'auto-submitted': 'auto-generated',
    });
    expect(mail.text.trim()).toBe(
      [
        '⚠️ Spamga oʻxshaydi',
        '',
        'Ism: Dilnoza Karimova',
        'Telefon: +998 90 123 45 67 (+998901234567)',
        'E-mail: dilnoza@example.uz',
        'Sahifa tili: oʻzbekcha',
        'Vaqt: 1-noyabr, 01:05 (Toshkent vaqti)',
        '',
        'Xabar:',
        'Salom!\nItaliya haqida soʻramoqchi edim.',
        '',
        'Murojaatlar boʻlimida ochish: https://example.uz/inbox/leads/K7Q2-9F3D',
      ].join('\n'),
    );
  });

  test('has the same Message-ID in every attempt, and each lead its own', async () => {
    await send();
    await send();
    await send(exampleLead({ ref: 'AAAA-BBBB' }));
    expect(server.mails.map(({ headers }) => headers['message-id'])).toEqual([
      '<lead-k7q2-9f3d@example.uz>',
      '<lead-k7q2-9f3d@example.uz>',
      '<lead-aaaa-bbbb@example.uz>',
    ]);
  });

  test.each([null, 'a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com'])(
    'has no reply address when the visitor’s is %j',
    async (email) => {
      await send(exampleLead({ email }));
      expect(server.mails[0]?.headers).not.toHaveProperty('reply-to');
    },
  );

  test('shows a name that looks encoded as it was typed, not decoded', async () => {
    await send(exampleLead({ name: '=?utf-8?B?QWRtaW4=?=' }));
    expect(server.mails[0]?.headers).toMatchObject({
      subject: expect.stringMatching(/ · =\?utf-8\?B\?QWRtaW4=\?=$/),
      'reply-to': '"= ?utf-8?B?QWRtaW4= ?=" <dilnoza@example.uz>',
    });
  });

  test('for a reminder gives the reason and replies to the first mail', async () => {
    const reminder = { kind: 'reminder', reason: 'due', note: 'onasi bilan' } as const;
    await sender().send({ ...reminder, key: 'due:K7Q2-9F3D:1', lead: exampleLead() });
    const { headers, text } = server.mails[0] ?? expect.fail('no mail');
    expect(headers.subject).toBe('⏰ Eslatma: onasi bilan · Yangi murojaat K7Q2-9F3D · Dilnoza Karimova');
    expect(headers['in-reply-to']).toBe('<lead-k7q2-9f3d@example.uz>');
    expect(text).toMatch(/^⏰ Eslatma: onasi bilan\n\nIsm: Dilnoza Karimova/);
  });

  test('for a staff message has its title, code and text, and the same Message-ID in every attempt', async () => {
    const message = { title: 'Kirish kodi', code: 'ABCD-1234', text: 'Kod 10 daqiqa ishlaydi.' };
    for (const key of ['a', 'a', 'b']) await sender().send({ kind: 'staff', key, ...message });
    expect(server.mails[0]?.headers.subject).toBe('Kirish kodi');
    expect(server.mails[0]?.text).toBe('Kirish kodi\n\nABCD-1234\n\nKod 10 daqiqa ishlaydi.\n');
    const [first, second, other] = server.mails.map(({ headers }) => headers['message-id']);
    expect(first).toBe(second);
    expect(other).not.toBe(first);
  });
});

test('a refused text is not a failure of the channel', async () => {
  server.behave({ refuse: 'DATA', code: 554 });
  await expect(send()).rejects.toMatchObject({ name: 'Rejected' });
});

test('the password is among the secrets, as written and as sent', () => {
  expect(sender('smtp://staff:p%40ss@mail.example.uz').secrets).toEqual(['p%40ss', 'p@ss']);
});

describe('encryption', () => {
  // Reaches this machine, but is not a loopback address.
  const elsewhere = (parameters = '') => `smtp://staff:hunter2@0.0.0.0:${server.port}/${parameters}`;
  const sendBy = (smtpUrl: string) => send(exampleLead(), sender(smtpUrl));

  test('is required of a remote server: nothing is sent to it unencrypted', async () => {
    await expect(sendBy(elsewhere())).rejects.toThrow(/STARTTLS/);
    expect(server.passwords).toEqual([]);
    expect(server.mails).toEqual([]);
  });

  test('begins before the password, with a valid certificate only', async () => {
    await server.stop();
    server = await startMailStandIn({ starttls: true });
    await expect(sendBy(elsewhere())).rejects.toThrow('certificate');
    expect(server.passwords).toEqual([]);
    await sendBy(elsewhere('?tls.rejectUnauthorized=false'));
    expect(server.mails).toMatchObject([{ encrypted: true }]);
  });

  test.each([
    ['smtp://mail.example.uz', true],
    ['smtp://localhost.example.uz', true],
    ['smtps://mail.example.uz', false],
    ['smtp://mail.example.uz/?requireTLS=false', false],
    ['smtp://localhost:1025', false],
    ['smtp://[::1]:25', false],
  ])('is required with %s: %j', (smtpUrl, required) => {
    expect(mustEncrypt(smtpUrl)).toBe(required);
  });
});
