import { expect, test } from 'vitest';
import { linkName, linkNameLimit } from './link-name.ts';

test('a name has one spelling, however it was typed', () => {
  for (const typed of ['reels-12', ' Reels 12 ', 'REELS\t12', '-reels-12.'])
    expect(linkName(typed)).toBe('reels-12');
  expect(linkName('flyer_2026.11')).toBe('flyer_2026.11');
});

test.each(['', '  ', 'koʻcha', 'a/b', 'reels%2012', 'other', 'x'.repeat(linkNameLimit + 1)])(
  '%j is not a valid name',
  (typed) => {
    expect(linkName(typed)).toBeNull();
  },
);

test('a name may be as long as the limit', () => {
  expect(linkName('x'.repeat(linkNameLimit))).toHaveLength(linkNameLimit);
});
