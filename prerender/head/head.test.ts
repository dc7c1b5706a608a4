import { expect, test } from 'vitest';
import { defaultContent } from '#content/default-content.ts';
import { colour } from '#prerender/pictures/colours.ts';
import { rootFiles } from '#prerender/root-files/root-files.ts';
import { themeColour } from '#prerender/theme-colour.ts';
import { pageTexts } from '#site/i18n/page-texts.ts';
import { headTags } from './head.ts';

test('texts are escaped', () => {
  const texts = pageTexts(defaultContent, 'landing', 'en');
  const hostile = `"><script>alert('&')</script>`;
  const changed = { ...texts, meta: { ...texts.meta, title: hostile, description: hostile } };
  const head = headTags('landing', 'en', changed, null);
  expect(head).not.toContain('<script');
  expect(head).toContain('<title>&#34;&#62;&#60;script&#62;');
  expect(head).toContain('content="&#34;&#62;&#60;script&#62;');
});

test('the theme colour is --night of the style sheet', () => {
  expect(themeColour).toBe(colour('night'));
});

test('without SITE_URL the head and the root files name no address that would have to be absolute', () => {
  const texts = pageTexts(defaultContent, 'landing', 'en');
  expect(headTags('landing', 'en', texts, null)).not.toMatch(/canonical|hreflang|og:url|og:image"/);
  const files = rootFiles({ uz: texts, en: texts, ru: texts }, null);
  expect(Object.keys(files)).not.toContain('/sitemap.xml');
  expect(files['/robots.txt']).not.toContain('Sitemap');
});
