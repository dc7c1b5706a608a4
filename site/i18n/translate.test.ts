import { expect, test } from 'vitest';
import { fillAll, listAt, translate } from './translate.ts';

const dictionary = { contact: { errorTitle: 'Xatolik' }, process: { steps: [{ title: 'Natija' }] } };

test('a key is a path into the dictionary', () => {
  expect(translate(dictionary, 'contact.errorTitle')).toBe('Xatolik');
  expect(listAt(dictionary, 'process.steps')).toEqual([{ title: 'Natija' }]);
});

test('a missing key shows its fallback or itself', () => {
  expect(translate({}, 'contact.errorTitle', 'Error')).toBe('Error');
  expect(translate(dictionary, 'contact.successTitle')).toBe('contact.successTitle');
  expect(translate(dictionary, 'no.such.section')).toBe('no.such.section');
});

test('placeholders are filled in a copy of the dictionary', () => {
  const source = { title: '{price}', list: [{ deep: 'from {price}' }] };
  const filled = { title: '$599', list: [{ deep: 'from $599' }] };
  expect(fillAll(source, { price: '$599' })).toEqual(filled);
  expect(source.title).toBe('{price}');
});
