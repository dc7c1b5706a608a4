import { expect, test } from 'vitest';
import type { BuildInfo } from './dist.ts';
import { warningsAbout } from './warnings.ts';

const settings = { SITE_URL: 'https://a.example', RETENTION_DAYS: '30' };

test.each<[what: string, BuildInfo, { siteUrl?: string | null; retentionDays?: number | null }, RegExp]>([
  ['placeholder links', { placeholderLinks: ['admin', 'email'] }, {}, /content\/links\.ts .*: admin, email$/],
  ['a placeholder company', { placeholderCompany: ['name'] }, {}, /content\/company\.ts .*: name$/],
  ['outdated pages', { sourceFingerprint: 'older' }, {}, /out of date.*npm run build/],
  [
    'pages built for another address',
    { settings },
    { siteUrl: 'https://b.example' },
    /built for https:\/\/a\.example/,
  ],
  [
    'pages built without an address',
    { settings: { ...settings, SITE_URL: '' } },
    {},
    /built without SITE_URL/,
  ],
  ['a missing address', {}, { siteUrl: null }, /^SITE_URL is not set/],
  [
    'another retention period on the privacy page',
    { settings },
    { retentionDays: 365 },
    /for 30 days, but RETENTION_DAYS .* for 365 days/,
  ],
  [
    'a retention period that is not kept',
    { settings },
    { retentionDays: null },
    /but RETENTION_DAYS keeps them until deletion/,
  ],
])('the start warns of %s', (_, buildInfo, config, sentence) => {
  const usual = { siteUrl: 'https://a.example', retentionDays: 30, ...config };
  expect(warningsAbout(buildInfo, usual, 'now')).toEqual([expect.stringMatching(sentence)]);
});

test('there is no warning about up-to-date pages, or without fingerprints to compare', () => {
  const config = { siteUrl: 'https://a.example', retentionDays: 30 };
  expect(warningsAbout({ sourceFingerprint: 'now', settings }, config, 'now')).toEqual([]);
  expect(warningsAbout({}, config, 'now')).toEqual([]);
});
