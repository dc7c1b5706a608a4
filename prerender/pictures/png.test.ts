import { crc32, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { drawIcon, drawPicture } from './png.ts';

const picture = await drawPicture(
  '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"><path d="M0 0H3V2H0Z" fill="#0b1bff"/></svg>',
);

test('a picture is a PNG whose parts are whole', () => {
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  const types: string[] = [];
  for (let at = 8; at < picture.length; ) {
    const length = picture.readUInt32BE(at);
    types.push(picture.toString('latin1', at + 4, at + 8));
    expect(crc32(picture.subarray(at + 4, at + 8 + length))).toBe(picture.readUInt32BE(at + 8 + length));
    at += 12 + length;
  }
  expect(types).toEqual(['IHDR', 'IDAT', 'IEND']);
});

test('a picture keeps its size and, to one step in 256, its colours', () => {
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([3, 2]);
  const pixel = [0x0c, 0x1c, 0xff];
  const row = [0, ...pixel, ...pixel, ...pixel];
  expect([...inflateSync(picture.subarray(41, -16))]).toEqual([...row, ...row]);
});

test('an icon is as wide as it is asked to be', () => {
  const icon = drawIcon('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"/>', 16);
  expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([16, 16]);
});
