/** What an edit must not change by accident. A new price or link breaks no test. */
import { expect, test } from 'vitest';
import en from './en.json';
import { deadlines, facts } from './facts.ts';
import legal from './legal/en.json';
import ru from './ru.json';
import uz from './uz.json';

test('every fact and every deadline is on the landing page or in the terms', () => {
  const page = JSON.stringify([en, legal.terms]);
  const missing = [...Object.keys(facts), ...Object.keys(deadlines)].filter(
    (name) => !page.includes(`{${name}}`),
  );
  expect(missing).toEqual([]);
});

test('the packages are Basic, Plus and Pro, each with its own price; the first is Oddiy in Uzbek', () => {
  const priced = (dictionary: typeof en) =>
    dictionary.services.packages.map(({ name, price }) => [name, price]);
  const packages = [
    ['Basic', '{basicPrice}'],
    ['Plus', '{plusPrice}'],
    ['Pro', '{proPrice}'],
  ];
  expect(priced(en)).toEqual(packages);
  expect(priced(ru)).toEqual(packages);
  expect(priced(uz)).toEqual([['Oddiy', '{basicPrice}'], ...packages.slice(1)]);
});

test('the English form and its toasts have exactly these words', () => {
  expect(en.contact).toMatchObject({
    namePlaceholder: 'Enter your name',
    successTitle: 'Successfully sent!',
    successDescription: 'We will contact you soon.',
    errorTitle: 'Error',
    errorDescription: 'Failed to send message. Please try again.',
  });
});

test('the terms state payment, refund and consultation rules', () => {
  const terms = JSON.stringify(legal.terms);
  const rules = ['zoomPrice', 'advanceShare', 'afterGrantShare', 'grantRange', 'refundBelow', 'refundShare'];
  for (const rule of rules) expect(terms).toContain(`{${rule}}`);
});

test('the terms and the FAQ say that the guarantee is part of Pro and includes admission', () => {
  const terms = legal.terms.sections.flatMap(({ paragraphs }) => paragraphs);
  const answers = en.faq.items.map(({ answer }) => answer);
  const guarantees = [...terms, ...answers].filter((text) => text.includes('{grantRange}'));
  expect(guarantees).not.toEqual([]);
  for (const text of guarantees) expect(text).toMatch(/\bPro\b.*guarantee.*\badmission\b/);
});
