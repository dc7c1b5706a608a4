import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanName } from '../server/stats/sources.ts';
import { linkName, linkNameLimit } from './link-name.ts';

test('a name that is typed differently is one name', () => {
  for (const typed of ['reels-12', ' Reels 12 ', 'REELS\t12', '-reels-12.'])
    expect(linkName(typed)).toBe('reels-12');
  expect(linkName('flyer_2026.11')).toBe('flyer_2026.11');
});

test.each([
  '',
  '  ',
  '---',
  'рилс12',
  'koʻcha',
  "ko'cha",
  'a/b',
  'a&b=c',
  '<b>',
  'reels%2012',
  'other',
  ' Other ',
  'x'.repeat(linkNameLimit + 1),
])('%j is no name', (typed) => {
  expect(linkName(typed)).toBeNull();
});

test('a name may be as long as it is counted', () => {
  expect(linkName('x'.repeat(linkNameLimit))).toHaveLength(linkNameLimit);
});

test('visits are counted under exactly this name', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aZ09-_. ') }), (typed) => {
      const name = linkName(typed);
      if (name !== null) expect(cleanName(name)).toBe(name);
    }),
  );
});
