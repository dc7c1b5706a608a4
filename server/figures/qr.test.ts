import { describe, expect, test } from 'vitest';
import { linkNameLimit } from '../../contract/link-name.ts';
import { printed, readQr } from '../../tests/qr.ts';
import { campaignLink } from './link.ts';
import { qrPng, qrSvg } from './qr.ts';

const link = campaignLink('https://www.some-long-name-of-a-site.example.uz', 'reels-12');
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
    for (const width of [140, 400, 800])
      for (const url of [link, longest]) expect(readQr(draw(url), { width, ground: '#fff' })).toBe(url);
  });

  test('brings its own white margin to a dark flyer', () => {
    expect(readQr(draw(link), { width: 400, ground: '#0b1b3f' })).toBe(link);
    const { pixels, width } = printed(draw(link), { width: 410, ground: '#0b1b3f' });
    const pixelsOfFirstRows = pixels.subarray(0, 4 * width * 20);
    expect(new Set(pixelsOfFirstRows)).toEqual(new Set([255]));
  });

  test('is read when a corner of the flyer is torn off', () => {
    const torn = `<rect x="86%" y="86%" width="14%" height="14%" fill="#888"/>`;
    expect(readQr(draw(link), { width: 600, ground: '#fff', over: torn })).toBe(link);
  });
});

test('the picture is big enough for ten centimetres of print', () => {
  for (const url of [link, longest]) {
    const png = qrPng(url);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.readUInt32BE(16)).toBeGreaterThanOrEqual(1200);
    expect(png.readUInt32BE(16)).toBe(png.readUInt32BE(20));
    // A messenger sends it as it is.
    expect(png.length).toBeLessThan(20_000);
  }
});
