import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Links } from '../../contract/inbox.ts';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { startTestInbox, type TestBrowser, type TestInbox } from '../../tests/inbox.ts';
import { readQr } from '../../tests/qr.ts';
import { openStore } from '../store/open.ts';

let inbox: TestInbox;
let browser: TestBrowser;
beforeAll(async () => {
  inbox = await startTestInbox({ SITE_URL: 'https://example.uz' });
  browser = await inbox.browser().signIn();
});
afterAll(() => inbox.stop());

it('say what came of each, and how another begins', async () => {
  const store = await openStore(inbox.config);
  const visit = {
    ...{ day: tashkentDate(new Date()), name: null, source: 'instagram', campaign: 'reels-12' },
    ...{ language: 'uz', count: 40, listed: false, trusted: false },
  };
  await store.figures.add([
    visit,
    { ...visit, source: 'telegram', count: 2 },
    { ...visit, name: 'form', count: 3 },
    { ...visit, campaign: null, listed: true, trusted: true },
  ]);
  await store.addLead({ ...exampleNewLead(), source: 'instagram', campaign: 'reels-12' });
  await store.addLead({ ...exampleNewLead(), source: 'instagram', campaign: null });
  await store.close();

  const answer = await browser.ask('GET', '/links');
  expect(await answer.json()).toEqual({
    base: 'https://example.uz/?utm_campaign=',
    public: true,
    countedSince: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    links: [
      {
        name: 'reels-12',
        url: 'https://example.uz/?utm_campaign=reels-12',
        ...{ visits: 42, acts: 3, leads: 1, clients: 0 },
      },
    ],
  });
});

it.each([
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
])('have their QR code as a file: %s', async (kind, type) => {
  const answer = await browser.ask('GET', `/links/reels-12.${kind}`);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': type,
    'content-disposition': `attachment; filename="qr-reels-12.${kind}"`,
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
  });
  const file = Buffer.from(await answer.arrayBuffer());
  expect(readQr(kind === 'svg' ? file.toString() : file)).toBe('https://example.uz/?utm_campaign=reels-12');
});

it('are remembered with their QR code: listed before anybody came, and counted by name whatever strangers make up', async () => {
  await browser.ask('GET', '/links/flyer-inha.svg');
  const store = await openStore(inbox.config);
  expect(await store.figures.trustedCampaigns(tashkentDate(new Date()), 200)).toContain('flyer-inha');
  await store.close();
  const { links } = (await (await browser.ask('GET', '/links')).json()) as Links;
  const url = 'https://example.uz/?utm_campaign=flyer-inha';
  expect(links).toContainEqual({ name: 'flyer-inha', url, visits: 0, acts: 0, leads: 0, clients: 0 });
});
