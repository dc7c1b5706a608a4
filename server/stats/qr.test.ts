import { describe, expect, test } from 'vitest';
import { linkNameLimit } from '#contract/link-name.ts';
import { readQr } from '#tests/qr.ts';
import { campaignLink } from './links.ts';
import { qrPng, qrSvg } from './qr.ts';

const longest = campaignLink('https://www.some-long-name-of-a-site.example.uz', 'x'.repeat(linkNameLimit));

describe.each([
  ['SVG', qrSvg],
  ['PNG', qrPng],
])('the QR code as %s', (_, draw) => {
  test('is read by a camera as the link, small on a screen and large on paper', () => {
    for (const width of [140, 800]) expect(readQr(draw(longest), width)).toBe(longest);
  });
});
