import { expect, test } from 'vitest';
import { changed, readAddress, withSearch, writeAddress } from './address.ts';

test('a bare URL lists new leads, a bare search finds any lead', () => {
  expect(readAddress('')).toMatchObject({ tab: 'new' });
  expect(readAddress('?q=4567')).toMatchObject({ tab: 'all', q: '4567' });
  expect(readAddress('?q=4567&tab=new')).toMatchObject({ tab: 'new', q: '4567' });
});

test('a list can be written to a URL and read back', () => {
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

test('a list that leaves out spam includes it again after any change', () => {
  const counted = readAddress('?tab=all&spam=no&campaign=reels12');
  expect(writeAddress(withSearch(counted, 'aziza'))).not.toContain('spam');
  expect(writeAddress(changed(counted, { campaign: undefined }))).toBe('?tab=all');
});

test('a search from the default tab covers all leads and returns to the new ones when it is cleared', () => {
  const searched = withSearch(readAddress(''), 'aziza');
  expect(searched).toMatchObject({ tab: 'all', q: 'aziza' });
  expect(withSearch(searched, undefined)).toMatchObject({ tab: 'new' });
  expect(withSearch(readAddress('?tab=work'), 'aziza')).toMatchObject({ tab: 'work', q: 'aziza' });
});
