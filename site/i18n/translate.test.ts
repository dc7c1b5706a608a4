import { expect, test } from 'vitest';
import { translate } from './translate.ts';

const dictionary = { contact: { errorTitle: 'Xatolik' } };

test('a missing key shows its fallback or itself', () => {
  expect(translate(dictionary, 'contact.errorTitle', 'Error')).toBe('Xatolik');
  expect(translate({}, 'contact.errorTitle', 'Error')).toBe('Error');
  expect(translate(dictionary, 'contact.successTitle')).toBe('contact.successTitle');
  expect(translate(dictionary, 'no.such.section')).toBe('no.such.section');
});
