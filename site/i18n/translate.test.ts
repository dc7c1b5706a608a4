import { expect, test } from 'vitest';
import { fillAll, listAt, translate } from './translate.ts';

const dictionary = { contact: { errorTitle: 'Xatolik' }, process: { steps: [{ title: 'Natija' }] } };

test('a key is a path into the dictionary', () => {
  expect(translate(dictionary, 'contact.errorTitle')).toBe('Xatolik');
  expect(listAt(dictionary, 'process.steps')).toEqual([{ title: 'Natija' }]);
});

test('a missing key shows itself', () => {
  expect(translate(dictionary, 'contact.successTitle')).toBe('contact.successTitle');
  expect(translate(dictionary, 'no.such.section')).toBe('no.such.section');
  expect(translate({}, 'contact.errorTitle')).toBe('contact.errorTitle');
});

test('a missing key shows its fallback where it has one', () => {
  expect(translate({}, 'contact.errorTitle', 'Error')).toBe('Error');
  expect(translate(dictionary, 'contact.errorTitle', 'Error')).toBe('Xatolik');
});

test('a whole dictionary is filled without being changed', () => {
  const source = { title: '{price}', list: ['{price}', { deep: 'from {price}' }] };
  expect(fillAll(source, { price: '$599' })).toEqual({
    title: '$599',
    list: ['$599', { deep: 'from $599' }],
  });
  expect(source.title).toBe('{price}');
});
