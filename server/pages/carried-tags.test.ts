import { describe, expect, test } from 'vitest';
import { serve } from '../../tests/example-server.ts';

const site = await serve({ siteUrl: 'https://example.uz' });

describe('who follows a link inside the site', () => {
  const from = (referer: string) => ({ Host: 'example.uz', Referer: `https://example.uz${referer}` });
  const tagged = from('/?utm_source=flyer&fbclid=1&utm_campaign=reels%2012');

  test.each([
    ['/', '/?utm_source=flyer&utm_campaign=reels%2012'],
    ['/?lang=ru', '/?lang=ru&utm_source=flyer&utm_campaign=reels%2012'],
    ['/privacy', '/privacy?utm_source=flyer&utm_campaign=reels%2012'],
    ['/?x=1', '/?x=1&utm_source=flyer&utm_campaign=reels%2012'],
  ])('to %s from a tagged page keeps the tags in the address', async (target, location) => {
    const { status, headers } = await site.get(target, tagged);
    expect([status, headers.location, headers['cache-control']]).toEqual([302, location, 'no-store']);
    expect((await site.get(location, tagged)).status).toBe(200);
  });

  test('gets the very page of the address without tags, which names itself without them', async () => {
    const { body } = await site.get('/?utm_source=flyer&utm_campaign=reels12');
    expect(body.toString()).toContain('<link rel="canonical" href="https://example.uz/">');
    expect(body.equals((await site.get('/')).body)).toBe(true);
  });

  test('is not sent on from elsewhere, nor with what is no tag of a link', async () => {
    for (const headers of [
      { Host: 'example.uz', Referer: 'https://other.uz/?utm_source=flyer' },
      { Host: 'example.uz', Referer: 'not an address utm_source=flyer' },
      from('/?utm_source='),
      from('/?utm_medium=cpc'),
      from('/'),
    ])
      expect((await site.get('/', headers)).status, headers.Referer).toBe(200);
  });
});
