import { expect, test } from 'vitest';
import { firstOfDays } from '../../contract/tashkent-time.ts';
import { changed, daySpans, readAddress, withSearch, writeAddress } from './address.ts';

test('a bare address lists what is new, a bare search looks among all', () => {
  expect(readAddress('')).toMatchObject({ tab: 'new' });
  expect(readAddress('?q=4567')).toMatchObject({ tab: 'all', q: '4567' });
  expect(readAddress('?q=4567&tab=new')).toMatchObject({ tab: 'new', q: '4567' });
});

test('what is listed can be written into an address and read from it', () => {
  const query = {
    tab: 'work',
    q: 'жасур & co',
    language: 'ru',
    source: 'reels 12',
    campaign: '-',
    since: '2026-11-01',
    until: '2026-11-16',
  } as const;
  expect(readAddress(writeAddress(query))).toEqual(query);
  expect(writeAddress(readAddress(''))).toBe('');
  expect(writeAddress(readAddress('?q=a'))).toBe('?q=a');
});

test('days up to today are counted from when the address is opened', () => {
  const nextWeek = Date.parse('2026-11-23T08:00:00Z');
  const ofWeek = writeAddress({ tab: 'all', days: 7, since: '2026-11-10' });
  expect(ofWeek).toBe('?tab=all&days=7');
  expect(readAddress(ofWeek, nextWeek)).toMatchObject({ tab: 'all', days: 7, since: '2026-11-17' });
  expect(readAddress('?days=3')).toEqual({ tab: 'new' });
});

test('a date that was picked stays that date, whatever day it is', () => {
  for (const span of daySpans) {
    const dates = `?since=${firstOfDays(span, Date.now())}`;
    expect(writeAddress(readAddress(dates))).toBe(dates);
  }
});

test('whoever asks for something else finds those again that were taken for spam', () => {
  const counted = readAddress('?tab=all&spam=no&campaign=reels12');
  expect(writeAddress(withSearch(counted, 'aziza'))).not.toContain('spam');
  expect(writeAddress(changed(counted, { campaign: undefined }))).toBe('?tab=all');
});

test('who searches without having chosen a tab searches everywhere, and is back at what is new afterwards', () => {
  const searched = withSearch(readAddress(''), 'aziza');
  expect(searched).toMatchObject({ tab: 'all', q: 'aziza' });
  expect(withSearch(searched, undefined)).toMatchObject({ tab: 'new' });
  expect(withSearch(readAddress('?tab=work'), 'aziza')).toMatchObject({ tab: 'work', q: 'aziza' });
});
