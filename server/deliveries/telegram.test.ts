import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleLead } from '../../tests/example-lead.ts';
import { startTelegramStandIn } from '../../tests/stand-ins/telegram.ts';
import { speechIn } from '../leads/speech.ts';
import { leadHtml } from '../telegram/lead-html.ts';
import { telegramSender } from './telegram.ts';

const token = '123456:secret-token';
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
let telegram: Awaited<ReturnType<typeof startTelegramStandIn>>;

const sender = (changes: object = {}) =>
  telegramSender({ token, chatId: '-42', apiUrl: telegram.url, buttons: true, ...changes }, log);
const send = (lead = exampleLead(), from = sender()) => from.send(lead, new AbortController().signal);

beforeEach(async () => {
  vi.clearAllMocks();
  telegram = await startTelegramStandIn({ token, chatId: '-42' });
});
afterEach(() => telegram.stop());

describe('the message', () => {
  test('arrives as the staff should read it', async () => {
    expect(await send()).toEqual({ ok: true });
    expect(telegram.messages[0]?.text).toBe(
      [
        'Yangi murojaat K7Q2-9F3D',
        '',
        'Ism: Dilnoza Karimova',
        'Telefon: +998 90 123 45 67 (+998901234567)',
        'E-mail: dilnoza@example.uz',
        'Sahifa tili: oʻzbekcha',
        `Vaqt: ${speechIn().momentInTashkent(exampleLead().createdAt)}`,
        'Telegram orqali yozish',
        '',
        'Xabar:',
        'Salom!\nItaliya haqida soʻramoqchi edim.',
      ].join('\n'),
    );
    expect(telegram.messages[0]?.html).toContain('<a href="https://t.me/+998901234567">');
  });

  test('shows no preview of links in it', async () => {
    await send();
    expect(JSON.parse(telegram.requests[0]?.body ?? '')).toMatchObject({
      link_preview_options: { is_disabled: true },
    });
  });

  test('shows markup as text', async () => {
    const typed = '</b><a href="https://evil.example">click</a> & <script>';
    await send(exampleLead({ name: typed, message: typed }));
    expect(telegram.messages[0]?.text).toContain(`Ism: ${typed}`);
    expect(telegram.messages[0]?.html).not.toContain('<a href="https://evil');
  });

  test.each(['a', '&', '<', '🎓', 'a🎓', '\n'])(
    'of 5,000 × %j is cut to fit, with the contact data whole',
    async (letter) => {
      const lead = exampleLead({ name: letter.repeat(200), message: letter.repeat(5000) });
      expect(await send(lead)).toEqual({ ok: true });
      const text = telegram.messages[0]?.text ?? '';
      expect(text).toContain('+998901234567');
      expect(text).toContain('dilnoza@example.uz');
      expect(text).toMatch(/Matn qisqartirildi\. .* K7Q2-9F3D$/);
      expect(text, 'staff has no terminal').not.toContain('npm');
      expect(text.isWellFormed()).toBe(true);
      expect(text.length).toBeGreaterThan(4090);
    },
  );

  test('leads to the chat by the name somebody gave', () => {
    for (const phone of ['@lola_uz', '+998 90 123 45 67, @lola_uz'])
      expect(leadHtml(exampleLead({ phone }), speechIn())).toContain('<a href="https://t.me/lola_uz">');
  });
});

describe('a refusal', () => {
  test('to parse the markup leads to plain text', async () => {
    telegram.behaveNext({
      status: 400,
      body: '{"ok":false,"description":"Bad Request: can\'t parse entities"}',
    });
    expect(await send()).toEqual({ ok: true });
    expect(telegram.messages[0]?.html).toContain('Yangi murojaat K7Q2-9F3D\n');
  });

  test('because the group moved is followed, and the new address kept', async () => {
    telegram.migrate('-10099');
    const from = sender();
    expect(await send(exampleLead(), from)).toEqual({ ok: true });
    expect(await send(exampleLead(), from)).toEqual({ ok: true });
    expect(telegram.messages.map(({ chatId }) => chatId)).toEqual(['-10099', '-10099']);
    expect(telegram.requests).toHaveLength(3);
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('TELEGRAM_CHAT_ID to -10099'));
  });

  test('for sending too much says when to come back', async () => {
    telegram.behaveNext({
      status: 429,
      body: '{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 17","parameters":{"retry_after":17}}',
    });
    expect(await send()).toEqual({
      ok: false,
      error: 'HTTP 429: Too Many Requests: retry after 17',
      retryAfterMs: 17_000,
    });
  });

  test.each([
    ['Bad Request: message text is empty', { ofLead: true }],
    ['Bad Request: chat not found', {}],
  ])('says whether it is of this lead: %s', async (description, ofLead) => {
    telegram.behaveNext({ status: 400, body: JSON.stringify({ ok: false, error_code: 400, description }) });
    expect(await send()).toEqual({ ok: false, error: `HTTP 400: ${description}`, ...ofLead });
  });

  test('of a wrong token never tells the token', async () => {
    const result = await send(exampleLead(), sender({ token: 'wrong:token' }));
    expect(result).toMatchObject({ ok: false, error: 'HTTP 401: Unauthorized' });
  });
});

describe('no acceptance', () => {
  test.each([
    [
      'an error page',
      { status: 502, body: '<html>Bad Gateway</html>' },
      'HTTP 502: not an answer of Telegram',
    ],
    [
      'a login page with status 200',
      { status: 200, body: '<html>Wi-Fi login</html>' },
      'HTTP 200: not an answer',
    ],
    ['JSON of someone else', { status: 200, body: '[]' }, 'HTTP 200: not an answer'],
    [
      '“ok” under the status of an error',
      { status: 500, body: '{"ok":true,"result":{}}' },
      'HTTP 500: not an answer',
    ],
    ['JSON null', { status: 200, body: 'null' }, 'HTTP 200: not an answer'],
    ['an endless page', 'endless answer', 'HTTP 200: not an answer'],
    ['a closed connection', 'hang up', 'UND_ERR_SOCKET'],
  ] as const)('is %s', async (_name, behaviour, error) => {
    telegram.behave(behaviour);
    expect(await send()).toMatchObject({ ok: false, error: expect.stringContaining(error) });
  });

  test('is a redirect: the token goes to no other host', async () => {
    const other = await startTelegramStandIn({ token, chatId: '-42' });
    telegram.behave({ status: 307, headers: { location: `${other.url}/bot${token}/sendMessage` } });
    expect(await send()).toMatchObject({ ok: false });
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  test('is silence, ended by the signal', async () => {
    telegram.behave('hang');
    const limit = new AbortController();
    const result = sender().send(exampleLead(), limit.signal);
    await vi.waitFor(() => expect(telegram.requests).toHaveLength(1), 20_000);
    limit.abort();
    expect(await result).toMatchObject({ ok: false });
  });

  test('is a refused connection', async () => {
    await telegram.stop();
    expect(await send()).toEqual({ ok: false, error: 'ECONNREFUSED' });
    telegram = await startTelegramStandIn({ token, chatId: '-42' });
  });
});

const _visibleLength = (html: string) => html.replace(/<[^>]*>/g, '').length;
