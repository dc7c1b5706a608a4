import { expect, test } from 'vitest';
import { attributionOf } from '../../server/stats/sources.ts';
import { en } from './en.ts';
import { ru } from './ru.ts';
import { originText, sourceName } from './source-name.ts';
import { uz } from './uz.ts';

test('a network keeps its own spelling; other sources are in the language of the reader', () => {
  const { source } = attributionOf('', 'https://www.youtube.com/');
  expect(sourceName(source, ru)).toBe('YouTube');
  expect(sourceName(attributionOf('', '').source, ru)).toBe('Напрямую');
  expect(sourceName('other', en)).toBe('Other');
  expect(sourceName(null, en)).toBe(en.unknown);
});

test('an unknown source keeps the name from the URL', () => {
  expect(sourceName('daryo.uz', uz)).toBe('daryo.uz');
});

test('a lead that came by a link names source and post, a lead of unknown origin nothing', () => {
  expect(originText({ source: 'instagram', campaign: 'reels-12' }, uz)).toBe('Instagram · reels-12');
  expect(originText({ source: null, campaign: 'reels-12' }, uz)).toBe('reels-12');
  expect(originText({ source: null, campaign: null }, uz)).toBe('');
});
