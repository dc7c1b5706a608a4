import { expect, test } from 'vitest';
import { colour } from './colours.ts';

test('a colour is read from the style sheet, in hex', () => {
  expect(colour('night')).toMatch(/^#[0-9a-f]{6}$/);
});

test('a name the style sheet does not have, or not as a colour, is refused', () => {
  expect(() => colour('dusk')).toThrow('no colour --dusk');
  expect(() => colour('gutter')).toThrow('no colour --gutter');
});
