import { describe, expect, test } from 'vitest';
import { atMost, below, markdown, median, missed } from './table.ts';

describe('the median', () => {
  test('is the middle one of an odd number of values', () => {
    expect(median([30, 10, 20])).toBe(20);
  });

  test('lies between the middle two of an even number', () => {
    expect(median([40, 10, 20, 30])).toBe(25);
  });
});

const row = {
  figure: 'LCP, s',
  values: { '/': 0.7, '/?lang=ru': 0.9, reference: 1.5 },
  show: (value: number) => value.toFixed(2),
  goal: atMost(0.8, '0.8'),
};

test('a goal is missed by the pages beyond it, and never by the reference', () => {
  expect(missed(row)).toEqual(['/?lang=ru']);
  expect(missed({ ...row, goal: atMost(0.9, '0.9') })).toEqual([]);
  expect(missed({ ...row, goal: below(0.9, '0.9') })).toEqual(['/?lang=ru']);
});

test('the table says of each goal whether it is met, and leaves out what was not measured', () => {
  const [head, , line] = markdown([row]).split('\n');
  expect(head).toMatch(/`\/` .*`\/\?lang=ru` .*reference .*goal/);
  expect(line?.split('|').map((cell) => cell.trim())).toEqual([
    '',
    'LCP, s',
    '0.70',
    '',
    '0.90',
    '',
    '',
    '',
    '1.50',
    '≤ 0.8 ✗',
    '',
  ]);
});

test('a peer has a column only where one was measured, and misses no goal', () => {
  const withPeer = { ...row, values: { ...row.values, peer: 2 } };
  expect(markdown([row])).not.toContain('peer');
  expect(markdown([withPeer]).split('\n')[0]).toMatch(/reference .*peer .*goal/);
  expect(missed(withPeer)).toEqual(['/?lang=ru']);
});
