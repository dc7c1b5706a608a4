/**
 * The owner's numbers and addresses have the shape the page can show. What they are is for facts.ts, links.ts and
 * provider.ts alone to say: a new price breaks no test.
 */
import { expect, test } from 'vitest';
import en from './en.json';
import { deadlines, facts } from './facts.ts';
import { fixed } from './fixed.ts';
import legal from './legal/en.json';
import { links } from './links.ts';
import { provider } from './provider.ts';
import ru from './ru.json';
import uz from './uz.json';

const money = /^[$€]\d{1,3}(,\d{3})*$/;
const share = /^\d{1,3}%$/;
const number = /^\d+$/;
const shapes: Record<keyof typeof facts, RegExp> = {
  grantRange: /^\d{1,3}-\d{1,3}%$/,
  refundShare: share,
  refundBelow: share,
  clientsPerSeason: number,
  basicPrice: money,
  plusPrice: money,
  proPrice: money,
  italyPrice: money,
  italyGrant: share,
  italyStipend: money,
  italyYears: number,
  advanceShare: share,
  afterGrantShare: share,
  zoomPrice: money,
  ielts: /^\d\.\d$/,
  cefr: /^[ABC][12]$/,
  highGrant: /^\d{1,3}%\+$/,
  emailHours: number,
  support: /^\d+\/\d+$/,
};

test('every fact is written in the way the page and the search data read it', () => {
  const mistaken = Object.entries(facts).filter(
    ([name, fact]) => !shapes[name as keyof typeof facts].test(fact),
  );
  expect(mistaken).toEqual([]);
});

test('every deadline is a day of the year', () => {
  const none = Object.entries(deadlines).filter(([, { month, day }]) => {
    const date = new Date(Date.UTC(2027, month - 1, day));
    return date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day;
  });
  expect(none).toEqual([]);
});

test('every fact and every deadline is told on the landing page or in the terms', () => {
  const page = JSON.stringify([en, legal.terms]);
  const untold = [...Object.keys(facts), ...Object.keys(deadlines)].filter(
    (name) => !page.includes(`{${name}}`),
  );
  expect(untold).toEqual([]);
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

test('what is the same in every language is written as specified', () => {
  expect(fixed).toMatchObject({
    notFoundCode: '404',
    notFoundMessage: 'Oops! Page not found',
    errorHeading: 'Unexpected Application Error!',
    phonePlaceholder: '+998 XX XXX XX XX',
  });
});

test('the English form and its notices say what is specified', () => {
  expect(en.contact).toMatchObject({
    namePlaceholder: 'Enter your name',
    successTitle: 'Successfully sent!',
    successDescription: 'We will contact you soon.',
    errorTitle: 'Error',
    errorDescription: 'Failed to send message. Please try again.',
  });
});

test.each(Object.entries({ uz, en, ru }))(
  'the form in %s does not say beforehand that it was sent',
  (_, words) => {
    expect(words.contact.formLead).not.toBe(words.contact.successDescription);
  },
);

test('the terms state payment, refund and consultation rules', () => {
  const terms = JSON.stringify(legal.terms);
  const rules = ['zoomPrice', 'advanceShare', 'afterGrantShare', 'grantRange', 'refundBelow', 'refundShare'];
  for (const rule of rules) expect(terms).toContain(`{${rule}}`);
});

test("wherever terms and questions speak of a guarantee, they say that it is Pro's and holds for admission too", () => {
  const terms = legal.terms.sections.flatMap(({ paragraphs }) => paragraphs);
  const answers = en.faq.items.map(({ answer }) => answer);
  const guarantees = [...terms, ...answers].filter((text) => text.includes('{grantRange}'));
  expect(guarantees).not.toEqual([]);
  for (const text of guarantees) expect(text).toMatch(/\bPro\b.*guarantee.*\badmission\b/);
});

test('every outward link is a full https address, and the e-mail address an address', () => {
  const { email, ...addresses } = links;
  for (const address of Object.values(addresses)) expect(new URL(address).protocol).toBe('https:');
  expect(email).toMatch(/^[^\s@:]+@[^\s@]+\.\w+$/);
});

test('whoever is responsible has a name and an address', () => {
  expect(Object.entries(provider).filter(([, text]) => text.trim() === '')).toEqual([]);
});
