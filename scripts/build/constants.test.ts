import { expect, test } from 'vitest';
import { putInConstants } from './constants.ts';

test('what is set once, on the root, stands where it is used', () => {
  const css =
    ':root{--night:#0b1b3f;--size:clamp(1rem,2vw,2rem)}.a{color:var(--night);font:400 var(--size)/1.5 serif}';
  expect(putInConstants(css)).toBe(
    ':root{--night:#0b1b3f;--size:clamp(1rem,2vw,2rem)}.a{color:#0b1b3f;font:400 clamp(1rem,2vw,2rem)/1.5 serif}',
  );
});

test('a constant that is made of constants is one', () => {
  const css = ':root{--ink:#14213d;--text:var(--ink)}.a{color:var(--text)}';
  expect(putInConstants(css)).toBe(':root{--ink:#14213d;--text:#14213d}.a{color:#14213d}');
});

test.each([
  ['set again elsewhere', ':root{--text:#000}.dark{--text:#fff}.a{color:var(--text)}'],
  [
    'set again on wide screens',
    ':root{--high:64px}@media (min-width:48rem){:root{--high:76px}}.a{top:var(--high)}',
  ],
  ['set on wide screens only', '@media (min-width:48rem){:root{--high:76px}}.a{top:var(--high)}'],
  ['set on some element', '.a{--high:1px}.b{top:var(--high)}'],
  ['set on more than the root', ':root,.a{--high:1px}.b{top:var(--high)}'],
  ['made of what varies', ':root{--high:1px;--twice:calc(var(--high)*2)}.a{--high:3px;top:var(--twice)}'],
  ['made of itself', ':root{--one:var(--two);--two:var(--one)}.a{top:var(--one)}'],
  ['not set at all', '.a{top:var(--high)}'],
  ['used with something to fall back on', ':root{--high:1px}.a{top:var(--high,2px)}'],
])('what is %s stays as it is', (_, css) => {
  expect(putInConstants(css)).toBe(css);
});
