import { expect, test } from 'vitest';
import { defaultContent } from '#content/default-content.ts';
import { colour } from '#prerender/pictures/colours.ts';
import { themeColour } from '#prerender/theme-colour.ts';
import { pageTexts } from '#site/i18n/page-texts.ts';
import { headTags } from './head.ts';

test('texts are escaped', () => {
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

test('the theme colour is --night of the style sheet', () => {
  expect(themeColour).toBe(colour('night'));
});
