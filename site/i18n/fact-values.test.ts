import { expect, test } from 'vitest';
import { defaultContent } from '#content/default-content.ts';
import { facts } from '#content/facts.ts';
import { dateText, factValues } from './fact-values.ts';

test.each([
  ['uz', '30-oktabr'],
  ['en', 'October 30'],
  ['ru', '30 октября'],
] as const)('%s writes a date as %s, and money and shares as in facts.ts', (language, date) => {
  expect(dateText({ month: 10, day: 30 }, language)).toBe(date);
  expect(factValues(defaultContent, language)).toMatchObject(facts);
});
