import { expect, test } from 'vitest';
import type { BuildInfo } from './dist.ts';
import { warningsAbout } from './warnings.ts';

const settings = { SITE_URL: 'https://a.example', RETENTION_DAYS: '30' };

test.each<[what: string, BuildInfo, { siteUrl?: string | null; retentionDays?: number | null }, RegExp]>([
  ['links to fill in', { placeholderLinks: ['admin', 'email'] }, {}, /content\/links\.ts: admin, email$/],
  ['a provider to fill in', { placeholderProvider: ['name'] }, {}, /content\/provider\.ts: name$/],
  ['older pages', { sources: 'older' }, {}, /content\/.*npm run build/],
  ['another address', { settings }, { siteUrl: 'https://b.example' }, /built for https:\/\/a\.example/],
  ['no address in the pages', { settings: { ...settings, SITE_URL: '' } }, {}, /built without SITE_URL/],
  ['no address', {}, { siteUrl: null }, /^SITE_URL is not set/],
  [
    'another promise',
    { settings },
    { retentionDays: 365 },
    /for 30 days, but RETENTION_DAYS .* for 365 days/,
  ],
  [
    'a promise not kept',
    { settings },
    { retentionDays: null },
    /but RETENTION_DAYS keeps them until deletion/,
  ],
])('the start warns of %s', (_, buildInfo, config, sentence) => {
  const usual = { siteUrl: 'https://a.example', retentionDays: 30, ...config };
  expect(warningsAbout(buildInfo, usual, 'now')).toEqual([expect.stringMatching(sentence)]);
});

test('pages that are up to date need no warning, nor where nothing can be compared', () => {
  const config = { siteUrl: 'https://a.example', retentionDays: 30 };
  expect(warningsAbout({ sources: 'now', settings }, config, 'now')).toEqual([]);
  expect(warningsAbout({}, config, 'now')).toEqual([]);
});
