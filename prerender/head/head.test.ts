import { expect, test } from 'vitest';
import { defaultContent } from '../../content/default-content.ts';
import { pageTexts } from '../../site/i18n/page-texts.ts';
import { colour } from '../pictures/colours.ts';
import { headTags } from './head.ts';
import { themeColour } from './pictures.ts';

test('no text can break out of its tag', async () => {
  const texts = pageTexts(defaultContent, 'landing', 'en');
  const hostile = `"><script>alert('&')</script>`;
  const head = headTags('landing', 'en', {
    ...texts,
    meta: { ...texts.meta, title: hostile, description: hostile },
  });
  expect(head).not.toContain('<script');
  expect(head).toContain('<title>&#34;&#62;&#60;script&#62;');
  expect(head).toContain('content="&#34;&#62;&#60;script&#62;');
});

test('nothing but the page itself is fetched because of its head, except icons and the manifest', async () => {
  const head = headTags('landing', 'ru', pageTexts(defaultContent, 'landing', 'ru'));
  const kinds = [...head.matchAll(/<link rel="([^"]+)"/g)].map(([, rel]) => rel);
  expect(new Set(kinds)).toEqual(new Set(['canonical', 'alternate', 'icon', 'apple-touch-icon', 'manifest']));
});

test('the theme colour is the one of the style sheet', () => {
  expect(themeColour).toBe(colour('night'));
});
