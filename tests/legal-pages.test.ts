/** What the built privacy page says about keeping leads is what the build was told, and the server is told the same. */
import { expect, test } from 'vitest';
import { languageCodes } from '../contract/languages.ts';
import { readDist } from '../server/pages/dist.ts';
import { buildSite } from './built-site.ts';
import { decode, parseHtml } from './html.ts';

const site = await buildSite({
  RETENTION_DAYS: '417',
  PUBLIC_SUPABASE_URL: 'https://project.example',
  PUBLIC_SUPABASE_KEY: 'sb_publishable_test',
});
const refusal = await buildSite({ RETENTION_DAYS: 'a year' }).catch((error) => error);

test.each(languageCodes)(
  'the page in %s gives the number of days and names the hosted project',
  (language) => {
    const file = language === 'uz' ? 'privacy.html' : `privacy.${language}.html`;
    const text = decode(parseHtml(site.read(file).toString()).querySelector('main')?.textContent ?? '');
    expect(text).toMatch(/(?<!\d)417(?!\d)/);
    expect(text).toContain('project.example');
  },
);

test('the server can read what the page says', () => {
  expect(readDist(site.dir).manifest.settings?.RETENTION_DAYS).toBe('417');
});

test('a build that does not know its address says so, and names none', () => {
  expect(site.output).toContain('SITE_URL is not set');
  expect(site.read('privacy.html').toString()).not.toMatch(/origin\.invalid|canonical/);
});

test('a build with a number of days that is none stops before it touches anything', () => {
  expect(refusal).toMatchObject({ code: 1, stderr: expect.stringContaining('RETENTION_DAYS must be') });
});
