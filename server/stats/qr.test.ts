import { describe, expect, test } from 'vitest';
import { linkNameLimit } from '../../contract/link-name.ts';
import { readQr } from '../../tests/qr.ts';
import { campaignLink } from './links.ts';
import { qrPng, qrSvg } from './qr.ts';

const longest = campaignLink('https://www.some-long-name-of-a-site.example.uz', 'x'.repeat(linkNameLimit));

test('a link is the address of the page with the name of the post', () => {
  expect(campaignLink('https://example.uz', 'reels-12')).toBe('https://example.uz/?utm_campaign=reels-12');
  expect(campaignLink('https://example.uz', 'a&b=c')).toBe('https://example.uz/?utm_campaign=a%26b%3Dc');
});

describe.each([
  ['SVG', qrSvg],
  ['PNG', qrPng],
])('the QR code as %s', (_, draw) => {
  test('is read by a camera as the link, small on a screen and large on paper', () => {
    for (const width of [140, 800]) expect(readQr(draw(longest), width)).toBe(longest);
  });
});
