import { expect, test } from 'vitest';
import { defaultContent } from '../../content/default-content.ts';
import { deadlines, facts } from '../../content/facts.ts';
import { languageCodes, monthsIn } from '../../contract/languages.ts';
import { factValues } from './fact-values.ts';

test.each([
  ['uz', 'oktabr', (day: number, month: string) => `${day}-${month}`],
  ['en', 'October', (day: number, month: string) => `${month} ${day}`],
  ['ru', 'октября', (day: number, month: string) => `${day} ${month}`],
] as const)('%s writes the deadlines in its own way', (language, october, write) => {
  const months = monthsIn(language);
  expect(months[9]).toBe(october);
  const written = Object.entries(deadlines).map(([name, { month, day }]) => [
    name,
    write(day, months[month - 1] as string),
  ]);
  expect(factValues(defaultContent, language)).toMatchObject(Object.fromEntries(written));
});

test.each(languageCodes)('%s writes money, shares and scores as the others do', (language) => {
  expect(factValues(defaultContent, language)).toMatchObject(facts);
});
