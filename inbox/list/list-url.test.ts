import { expect, test } from 'vitest';
import { readListUrl, withChange, withSearch, writeListUrl } from './list-url.ts';

test('a bare URL lists new leads, a bare search finds any lead', () => {
  expect(readListUrl('')).toMatchObject({ tab: 'new' });
  expect(readListUrl('?q=4567')).toMatchObject({ tab: 'all', q: '4567' });
  expect(readListUrl('?q=4567&tab=new')).toMatchObject({ tab: 'new', q: '4567' });
});

test('a list can be written to a URL and read back', () => {
  const query = {
    tab: 'active',
    q: 'жасур & co',
    language: 'ru',
    source: 'reels 12',
    campaign: '-',
    since: '2026-11-01',
    until: '2026-11-16',
  } as const;
  expect(readListUrl(writeListUrl(query))).toEqual(query);
  expect(writeListUrl(readListUrl(''))).toBe('');
  expect(writeListUrl(readListUrl('?q=a'))).toBe('?q=a');
});

test('a list that leaves out spam includes it again after any change', () => {
  const fromStats = readListUrl('?tab=all&spam=no&campaign=reels12');
  expect(writeListUrl(withSearch(fromStats, 'aziza'))).not.toContain('spam');
  expect(writeListUrl(withChange(fromStats, { campaign: undefined }))).toBe('?tab=all');
});

test('a search from the default tab covers all leads and returns to the new ones when it is cleared', () => {
  const searched = withSearch(readListUrl(''), 'aziza');
  expect(searched).toMatchObject({ tab: 'all', q: 'aziza' });
  expect(withSearch(searched, undefined)).toMatchObject({ tab: 'new' });
  expect(withSearch(readListUrl('?tab=active'), 'aziza')).toMatchObject({ tab: 'active', q: 'aziza' });
});
