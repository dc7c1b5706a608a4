import { expect, test } from 'vitest';
import { ico } from './ico.ts';
import { tabIcon } from './icons.ts';
import { drawIcon } from './png.ts';

test('each entry of an ICO leads to its image', () => {
  const images = [16, 32, 48].map((size) => ({ size, png: drawIcon(tabIcon, size) }));
  const file = ico(images);
  expect([file.readUInt16LE(0), file.readUInt16LE(2), file.readUInt16LE(4)]).toEqual([0, 1, 3]);
  images.forEach(({ size, png }, index) => {
    const entry = file.subarray(6 + index * 16);
    expect([entry[0], entry[1]]).toEqual([size, size]);
    const offset = entry.readUInt32LE(12);
    expect(file.subarray(offset, offset + entry.readUInt32LE(8))).toEqual(png);
  });
});
