import { expect, test } from 'vitest';
import { Arguments } from './arguments.ts';

const typed = (...args: string[]) =>
  new Arguments(args, {
    since: { type: 'string' },
    limit: { type: 'string' },
    format: { type: 'string' },
    spam: { type: 'boolean' },
  });
const noon = Date.parse('2026-11-15T12:00:00Z');

test.each([
  ['2026-11-01', '2026-10-31T19:00:00Z'],
  ['7d', '2026-11-08T12:00:00Z'],
  ['24h', '2026-11-14T12:00:00Z'],
])('--since %s is %s', (word, time) => {
  expect(typed('--since', word).since(noon)).toEqual(new Date(time));
});

test.each(['yesterday', '2026-02-30', '7', '-7d', ''])('--since=%s makes no sense', (word) => {
  expect(() => typed(`--since=${word}`).since()).toThrow(
    /^--since must be a day like 2026-11-01 or a period like/,
  );
});

test.each(['0', '-1', '1.5', 'all', ''])('--limit=%s makes no sense', (word) => {
  expect(() => typed(`--limit=${word}`).count('limit', 50)).toThrow(/^--limit must be a whole number, not/);
});

test('what is not typed has its usual value', () => {
  expect(typed().count('limit', 50)).toBe(50);
  expect(typed().oneOf('format', ['csv', 'jsonl'])).toBe('csv');
  expect(typed().since()).toBeUndefined();
  expect(typed().flag('spam')).toBe(false);
});

test('a choice is one of those offered', () => {
  expect(typed('--format', 'jsonl').oneOf('format', ['csv', 'jsonl'])).toBe('jsonl');
  expect(() => typed('--format', 'xlsx').oneOf('format', ['csv', 'jsonl'])).toThrow(
    "--format must be csv or jsonl, not 'xlsx'.",
  );
});

test.each([
  [['--colour'], /^Unknown option '--colour'\.$/],
  [['-x'], /^Unknown option '-x'\.$/],
  [['--limit'], /^Option '--limit <value>' argument missing\.$/],
  [['--spam=yes'], /^Option '--spam' does not take an argument\.$/],
])('%j is refused in one sentence', (args, sentence) => {
  expect(() => typed(...args)).toThrow(sentence);
});

test('exactly one reference is asked for', () => {
  expect(typed('k7q2-9f3d').ref()).toBe('k7q2-9f3d');
  expect(() => typed().ref()).toThrow('The reference is missing');
  expect(() => typed('a', 'b').ref()).toThrow('One reference at a time');
  expect(() => typed('a').nothingElse()).toThrow("Unexpected argument 'a'.");
});
