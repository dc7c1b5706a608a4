import { expect, test } from 'vitest';
import { remembering } from './remembering.ts';

test('what was worked out once is remembered for a while, and never more of it than fits', () => {
  let time = 0;
  let asked = 0;
  const length = remembering(
    (text) => {
      asked++;
      return text.length;
    },
    1000,
    () => time,
  );
  expect([length('abc'), length('abc'), asked]).toEqual([3, 3, 1]);
  time = 1000;
  expect([length('abc'), asked]).toEqual([3, 2]);
  // Too long to be kept.
  length('x'.repeat(501));
  length('x'.repeat(501));
  expect(asked).toBe(4);
  for (let i = 0; i < 500; i++) length(String(i));
  length('abc');
  expect(asked).toBe(505);
});
