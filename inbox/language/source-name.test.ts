import { expect, test } from 'vitest';
import { arrivalOf } from '../../server/figures/sources.ts';
import { originText, sourceName } from './source-name.ts';
import { dictionaries } from './words.ts';

test('a network is written as it writes itself, and what is no network in the language of the reader', () => {
  const { source } = arrivalOf('', 'https://www.youtube.com/');
  expect(sourceName(source, dictionaries.ru)).toBe('YouTube');
  expect(sourceName(arrivalOf('', '').source, dictionaries.ru)).toBe('Напрямую');
  expect(sourceName('other', dictionaries.en)).toBe('Other');
  expect(sourceName(null, dictionaries.en)).toBe(dictionaries.en.unknown);
});

test('a source nobody has heard of keeps the name that was in the address', () => {
  expect(sourceName('daryo.uz', dictionaries.uz)).toBe('daryo.uz');
});

test('a lead that came by a link names both, and one that came from nowhere nothing', () => {
  expect(originText({ source: 'instagram', campaign: 'reels-12' }, dictionaries.uz)).toBe(
    'Instagram · reels-12',
  );
  expect(originText({ source: null, campaign: 'reels-12' }, dictionaries.uz)).toBe('reels-12');
  expect(originText({ source: null, campaign: null }, dictionaries.uz)).toBe('');
});
