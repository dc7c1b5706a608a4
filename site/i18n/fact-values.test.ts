import { expect, test } from 'vitest';
import { facts } from '../../content/facts.ts';
import { factValues } from './fact-values.ts';
import { languageCodes } from './languages.ts';

test.each([
  ['uz', '30-oktabr', '30-noyabr', '30-sentabr'],
  ['en', 'October 30', 'November 30', 'September 30'],
  ['ru', '30 октября', '30 ноября', '30 сентября'],
] as const)('%s writes the deadlines in its own way', (language, october, november, september) => {
  expect(factValues(language)).toMatchObject({
    springDeadline: october,
    fallDeadline: november,
    fallHighGrantDeadline: october,
    masterSpringDeadline: september,
    masterFallDeadline: november,
  });
});

test.each(languageCodes)('%s writes money, shares and scores as the others do', (language) => {
  expect(factValues(language)).toMatchObject(facts);
});
