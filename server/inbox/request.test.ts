import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inboxApiPath } from '../../contract/inbox.ts';
import { startTestInbox, type TestBrowser, type TestInbox } from '../../tests/inbox.ts';
import { answerTo } from '../../tests/raw-socket.ts';
import { bodyLimitBytes } from '../submissions/body.ts';

let inbox: TestInbox;
let browser: TestBrowser;
beforeAll(async () => {
  inbox = await startTestInbox({ SITE_URL: 'https://example.uz' });
  browser = await inbox.browser().signIn();
});
afterAll(() => inbox.stop());

const foreign = { error: 'foreign' };

describe('a change', () => {
  const rename = (headers: Record<string, string>, by = browser) =>
    by.ask('PUT', '/me', { body: { name: 'Nodira' }, headers });

  it.each([
    ['another site', { Origin: 'https://evil.example' }],
    ['a subdomain', { Origin: 'https://blog.example.uz' }],
    ['the same name over http', { Origin: 'http://example.uz' }],
    ['another port', { Origin: 'https://example.uz:8443' }],
    ['a page that hides where it is from', { Origin: 'null' }],
    ['another site, whatever it calls itself', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a subdomain, whatever it calls itself', { 'Sec-Fetch-Site': 'same-site' }],
    ['the address bar', { 'Sec-Fetch-Site': 'none' }],
  ])('from %s is refused', async (_name, headers) => {
    const refused = await rename(headers);
    expect([refused.status, await refused.json()]).toEqual([403, foreign]);
  });

  it('from the page itself is made', async () => {
    expect((await rename({})).status).toBe(200);
    expect((await rename({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
  });

  /** fetch would add nothing, but neither could it leave out what it was given. */
  const raw = (headers: string[], path = '/session', method = 'DELETE') => {
    const cookie = `Cookie: ${[...browser.cookies].map((pair) => pair.join('=')).join('; ')}`;
    const head = [
      `${method} ${inboxApiPath}${path} HTTP/1.1`,
      'Host: example.uz',
      'Connection: close',
      cookie,
    ];
    return answerTo(inbox.port, `${[...head, ...headers].join('\r\n')}\r\n\r\n`);
  };

  it('without an Origin is refused, unless the browser itself vouches for the page', async () => {
    for (const headers of [
      [],
      ['Sec-Fetch-Site: cross-site'],
      ['Sec-Fetch-Site: none'],
      ['Referer: https://example.uz/'],
    ])
      expect((await raw(headers, '/sessions')).status, String(headers)).toBe(403);
    expect((await browser.ask('GET', '/sessions')).status).toBe(200);
    // Let through to the next question: there is no body.
    expect((await raw(['Sec-Fetch-Site: same-origin'], '/session', 'POST')).status).toBe(400);
  });

  it('of the door is refused as well: nobody is signed in, or sent a code, by another site', async () => {
    const stranger = inbox.browser();
    const headers = { Origin: 'https://evil.example' };
    const sent = inbox.telegram.messages.length;
    expect((await stranger.ask('POST', '/codes', { headers })).status).toBe(403);
    expect((await stranger.ask('POST', '/session', { body: { token: 'x' }, headers })).status).toBe(403);
    expect((await browser.ask('DELETE', '/session', { headers })).status).toBe(403);
    expect((await browser.ask('GET', '/sessions')).status).toBe(200);
    expect(inbox.telegram.messages).toHaveLength(sent);
  });

  it('as a form or as plain text, which other sites could send, is not understood', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await browser.ask('PUT', '/me', {
        body: '{"name":"Nodira"}',
        headers: { 'Content-Type': type },
      });
      expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid' }]);
    }
  });

  it('needs a name to stand beside it', async () => {
    const nameless = inbox.browser();
    await nameless.ask('POST', '/codes');
    await nameless.ask('POST', '/session', { body: { code: inbox.lastCode() } });
    const answer = await nameless.ask('POST', '/leads/K7Q2-9F3D/notes', { body: { text: 'salom' } });
    expect([answer.status, await answer.json()]).toEqual([403, { error: 'nameless' }]);
    for (const name of ['', '  \u202e ', 'a'.repeat(61), '\ud800', 7, null])
      expect((await nameless.ask('PUT', '/me', { body: { name } })).status).toBe(400);
    expect((await nameless.ask('PUT', '/me', { body: { name: 'Aziza' } })).status).toBe(200);
  });
});

describe('reading', () => {
  it('for a page of another site is refused, even with the cookie', async () => {
    for (const site of ['cross-site', 'same-site'])
      expect((await browser.ask('GET', '/sessions', { headers: { 'Sec-Fetch-Site': site } })).status).toBe(
        403,
      );
    expect(
      (await browser.ask('GET', '/sessions', { headers: { Origin: 'https://evil.example' } })).status,
    ).toBe(403);
    expect((await browser.ask('GET', '/sessions', { headers: { 'Sec-Fetch-Site': 'none' } })).status).toBe(
      200,
    );
  });
});

describe('a stranger', () => {
  it('is told the same about everything, whether it is there or not', async () => {
    await inbox.post({ name: 'Aziza', phone: '+998 90 123 45 67', email: null, message: 'Sirli gap' });
    const [lead] = await inbox.leads();
    const answers = new Set<string>();
    const asked = [
      ...['/leads', '/leads?q=Aziza', `/leads/${lead?.ref}`, '/leads/0000-0000', '/leads.csv', '/counts'],
      ...[`/leads/${lead?.ref}/others`],
      ...['/figures', '/links', '/links/reels-12.svg', '/health', '/live', '/sessions', '/nothing', '/'],
    ].map((path) => ['GET', path] as const);
    const changes = [
      ['DELETE', `/leads/${lead?.ref}`],
      ['POST', `/leads/${lead?.ref}/notes`],
      ['POST', '/leads/0000-0000/status'],
      ['POST', '/health/test'],
      ['PUT', '/me'],
      ['DELETE', '/sessions'],
      ['DELETE', '/sessions/0000'],
    ] as const;
    for (const cookie of [undefined, 'A'.repeat(43), 'short', `${'A'.repeat(42)}'`])
      for (const [method, path] of [...asked, ...changes]) {
        const stranger = inbox.browser();
        if (cookie) stranger.cookies.set('__Host-inbox-session', cookie);
        const answer = await stranger.ask(method, path, method === 'GET' ? {} : { body: { text: 'x' } });
        const { date, ...headers } = Object.fromEntries(answer.headers);
        answers.add(JSON.stringify([answer.status, await answer.text(), headers]));
      }
    expect(answers.size).toBe(1);
    expect([...answers][0]).toContain('[401,"{\\"error\\":\\"signed-out\\"}"');
    expect((await inbox.leads()).length).toBe(1);
  });
});

describe('a body', () => {
  it('ends at 64 KB', async () => {
    const name = 'a'.repeat(bodyLimitBytes);
    const answer = await browser.ask('PUT', '/me', { body: { name } });
    expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close']);
    const code = await inbox.browser().ask('POST', '/session', { body: { code: name } });
    expect(code.status).toBe(413);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '"Nodira"',
    '{"name":"A","more":1}',
    '{"__proto__":{"name":"A"}}',
    '\u0000',
  ])('that is %j is refused in one word', async (body) => {
    const answer = await browser.ask('PUT', '/me', { body });
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid' }]);
  });
});
