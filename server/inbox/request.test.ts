import { beforeEach, describe, expect, test } from 'vitest';
import { addLead } from '#server/leads/add.ts';
import { newLead } from '#tests/leads.ts';
import { startTestInbox, type TestBrowser } from '#tests/start-test-inbox.ts';

let testInbox: Awaited<ReturnType<typeof startTestInbox>>;
let browser: TestBrowser;
beforeEach(async () => {
  testInbox = await startTestInbox();
  browser = await testInbox.browser().signIn();
});

describe('a change', () => {
  const foreign = [403, { error: 'cross-site' }];

  test.each([
    ['another site', 'https://evil.example'],
    ['a subdomain', 'https://blog.example.uz'],
    ['the same name over http', 'http://example.uz'],
    ['another port', 'https://example.uz:8443'],
    ['a page that hides where it is from', 'null'],
  ])('from %s is refused, also at sign-in', async (_, Origin) => {
    const headers = { Origin };
    for (const [method, path] of [
      ['POST', '/codes'],
      ['DELETE', '/session'],
      ['DELETE', '/leads/K7Q2-9F3D'],
      ['POST', '/leads/K7Q2-9F3D/resend'],
      ['PUT', '/site/draft'],
      ['PATCH', '/me'],
    ] as const) {
      expect(await browser.answer(method, path, { headers })).toEqual(foreign);
      // A preflight would be needed for this, and is granted to nobody.
      const json = { body: '{"name":"Nodira"}', headers };
      expect(await browser.answer(method, path, json)).toEqual(foreign);
    }
    // A page can send this without a preflight.
    const plain = { body: '{"token":"x"}', headers: { Origin, 'Content-Type': 'text/plain' } };
    expect(await browser.answer('POST', '/session', plain)).toEqual(foreign);
    expect(testInbox.staffMessages).toEqual([]);
    expect((await browser.ask('GET', '/sessions')).status).toBe(200);
  });

  test('from another origin is granted no preflight', async () => {
    const answer = await browser.ask('OPTIONS', '/me', {
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'PUT' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded'])('as %s is refused', async (type) => {
    const sent = { body: '{"name":"Nodira"}', headers: { 'Content-Type': type } };
    expect(await browser.answer('PUT', '/me', sent)).toEqual([400, { error: 'invalid' }]);
  });

  test('needs the name of who makes it', async () => {
    const nameless = testInbox.browser();
    await nameless.ask('POST', '/codes');
    await nameless.enter(testInbox.lastCode());
    const note = { body: { text: 'salom' } };
    expect(await nameless.answer('POST', '/leads/K7Q2-9F3D/notes', note)).toEqual([
      403,
      { error: 'name-required' },
    ]);
    for (const name of ['', '  \u202e ', 'a'.repeat(61), '\ud800', 7, null])
      expect((await nameless.ask('PUT', '/me', { body: { name } })).status).toBe(400);
    expect((await nameless.ask('PUT', '/me', { body: { name: 'Aziza' } })).status).toBe(200);
  });
});

test('a stranger gets the same answer to everything, whether it exists or not', async () => {
  const { ref } = await addLead(testInbox.db, newLead());
  const asked = [
    ...[
      '/leads',
      '/leads?q=Aziza',
      `/leads/${ref}`,
      '/leads/0000-0000',
      '/leads.csv',
      '/counts',
      '/revision',
    ],
    ...['/stats', '/links', '/links/reels-12.svg', '/health', '/sessions', '/nothing', '/'],
    ...['/site', '/site/page?language=uz'],
  ].map((path) => ['GET', path] as const);
  const changes = [
    ...[['DELETE', `/leads/${ref}`] as const, ['POST', `/leads/${ref}/notes`] as const],
    ...[['POST', '/leads/0000-0000/status'] as const, ['PUT', `/leads/${ref}/reminder`] as const],
    ...[['PUT', '/site/draft'] as const, ['DELETE', '/site/draft'] as const],
    ...[['POST', '/site/publish'] as const, ['POST', '/site/restore'] as const],
    ...[['POST', '/health/test'] as const, ['PUT', '/me'] as const, ['DELETE', '/sessions/0000'] as const],
  ];
  const answers = new Set<string>();
  for (const cookie of ['', 'A'.repeat(43), 'short', `${'A'.repeat(42)}'`])
    for (const [method, path] of [...asked, ...changes]) {
      const stranger = testInbox.browser(new Map([['__Host-inbox-session', cookie]]));
      const answer = await stranger.ask(method, path, method === 'GET' ? {} : { body: { text: 'x' } });
      const { date, ...headers } = Object.fromEntries(answer.headers);
      answers.add(JSON.stringify([answer.status, await answer.text(), headers]));
    }
  expect([...answers]).toEqual([expect.stringContaining('[401,"{\\"error\\":\\"signed-out\\"}"')]);
});

describe('a body', () => {
  test('ends at 64 KB', async () => {
    const name = 'a'.repeat(64 * 1024);
    expect((await browser.ask('PUT', '/me', { body: { name } })).status).toBe(413);
    expect((await testInbox.browser().ask('POST', '/session', { body: { code: name } })).status).toBe(413);
  });

  test.each(['', '{', '[]', '{"name":"A","more":1}'])('like %j is refused', async (body) => {
    expect(await browser.answer('PUT', '/me', { body })).toEqual([400, { error: 'invalid' }]);
  });
});

describe('stats and links', () => {
  test('cover as many days as are asked for', async () => {
    const days = async (query = '') => (await browser.get<{ days: unknown[] }>(`/stats${query}`)).days.length;
    expect([await days(), await days('?days=7')]).toEqual([30, 7]);
    for (const wrong of ['0', '-1', '1e3', '99999'])
      expect((await browser.ask('GET', `/stats?days=${wrong}`)).status).toBe(400);
  });

  test('give links the address of the site, or of this machine', async () => {
    const none = { countedSince: null, links: [] };
    const base = 'https://example.uz/?utm_campaign=';
    expect(await browser.get('/links')).toEqual({ base, public: true, ...none });
    const local = await startTestInbox({ config: { siteUrl: null } });
    const here = `http://127.0.0.1:${local.port}/?utm_campaign=`;
    expect(await (await local.browser().signIn()).get('/links')).toEqual({
      base: here,
      public: false,
      ...none,
    });
  });

  test.each([
    ['svg', 'image/svg+xml'],
    ['png', 'image/png'],
  ])('give a link a QR code as a file: %s', async (kind, type) => {
    const answer = await browser.ask('GET', `/links/reels-12.${kind}`);
    // A picture on another page of the domain could request it.
    expect(await browser.get('/links')).toMatchObject({ links: [] });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename="qr-reels-12.${kind}"`,
      'x-robots-tag': 'noindex',
    });
  });

  test('list a link that is made, unless its name cannot be one', async () => {
    expect((await browser.ask('POST', '/links', { body: { name: 'reels-12' } })).status).toBe(200);
    expect((await browser.ask('POST', '/links', { body: { name: 'Reels 12' } })).status).toBe(400);
    expect(await browser.get('/links')).toMatchObject({ links: [{ name: 'reels-12' }] });
  });

  test.each(['Reels.svg', '.svg', 'a%22b.svg', 'reels-12.gif', 'reels-12'])(
    'give no QR code under %s',
    async (file) => {
      expect((await browser.ask('GET', `/links/${file}`)).status).toBe(404);
    },
  );
});
