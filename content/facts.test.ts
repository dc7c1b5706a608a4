/** The specification's business constants, word for word: changing a fact is a decision, not a slip. */
import { expect, test } from 'vitest';
import en from './en.json';
import { deadlines, facts } from './facts.ts';
import { fixed } from './fixed.ts';
import legal from './legal/en.json';
import { links } from './links.ts';

test('the packages cost what the price list says', () => {
  expect(facts).toMatchObject({ basicPrice: '$599', plusPrice: '$1,899', proPrice: '$2,299' });
});

test('the Italy programme has its price, grant, stipend and eligibility', () => {
  expect(facts).toMatchObject({
    italyPrice: '$2,000',
    italyGrant: '100%',
    italyStipend: '€7,600',
    italyYears: '1',
  });
});

test('grant, refund and season are what is promised', () => {
  expect(facts).toMatchObject({
    grantRange: '90-100%',
    refundBelow: '90%',
    refundShare: '100%',
    clientsPerSeason: '10',
  });
});

test('payment is 50% at signing and 40% after the grant, and the Zoom consultation $30', () => {
  expect(facts).toMatchObject({ advanceShare: '50%', afterGrantShare: '40%', zoomPrice: '$30' });
});

test('IELTS 6.0 or level B2 is enough', () => {
  expect(facts).toMatchObject({ ielts: '6.0', cefr: 'B2' });
});

test('e-mail is answered within 24 hours and support works 24/7', () => {
  expect(facts).toMatchObject({ emailHours: '24', support: '24/7' });
});

test('the last days to apply are those of the universities', () => {
  expect(facts.highGrant).toBe('95%+');
  expect(deadlines).toEqual({
    springDeadline: { month: 10, day: 30 },
    fallDeadline: { month: 11, day: 30 },
    fallHighGrantDeadline: { month: 10, day: 30 },
    masterSpringDeadline: { month: 9, day: 30 },
    masterFallDeadline: { month: 11, day: 30 },
  });
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

test('the terms state payment, refund and consultation rules', () => {
  const terms = JSON.stringify(legal.terms);
  const rules = ['zoomPrice', 'advanceShare', 'afterGrantShare', 'grantRange', 'refundBelow', 'refundShare'];
  for (const rule of rules) expect(terms).toContain(`{${rule}}`);
});

test.each([/name, phone/, /e-?mail/, /Why/, /how long|For how long/i, /receive/, /erase|delete/i, /cookies/])(
  'the privacy policy speaks of %s',
  (subject) => expect(JSON.stringify(legal.privacy)).toMatch(subject),
);

test('every outward link is a full https address, and the e-mail address an address', () => {
  const { email, ...addresses } = links;
  for (const address of Object.values(addresses)) expect(new URL(address).protocol).toBe('https:');
  expect(email).toMatch(/^[^\s@:]+@[^\s@]+\.\w+$/);
});
