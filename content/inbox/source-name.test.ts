import { expect, test } from 'vitest';
import { en } from './en.ts';
import { ru } from './ru.ts';
import { originText, sourceName } from './source-name.ts';
import { uz } from './uz.ts';

test('a network keeps its own spelling; other sources are in the language of the reader', () => {
  expect(sourceName('youtube', ru)).toBe('YouTube');
  expect(sourceName('direct', ru)).toBe('Напрямую');
  expect(sourceName(null, en)).toBe(en.unknown);
});

test('the origin of a lead is its source and campaign, as far as they are known', () => {
  expect(originText({ source: 'instagram', campaign: 'reels-12' }, uz)).toBe('Instagram · reels-12');
  expect(originText({ source: null, campaign: 'reels-12' }, uz)).toBe('reels-12');
  expect(originText({ source: null, campaign: null }, uz)).toBe('');
});
