import { expect, test } from 'vitest';
import { normaliseRef } from './ref.ts';

test.each([
  ['7k2mabcd', '7K2M-ABCD'],
  ['OIL0 OIL0', '0110-0110'],
  // Typed on a Russian keyboard, as it is read.
  ['АВСЕ-НКМО', 'ABCE-HKM0'],
  ['рт3х ухав', 'PT3X-YXAB'],
])('%s is read as %s', (typed, meant) => {
  expect(normaliseRef(typed)).toBe(meant);
});
