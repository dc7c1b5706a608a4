import { expect, test } from 'vitest';
import { loadTexts } from '../../site/i18n/texts.ts';
import { headTags } from './head.ts';

test('no text can break out of its tag', async () => {
  const texts = await loadTexts('landing', 'en');
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
  const head = headTags('landing', 'ru', await loadTexts('landing', 'ru'));
  const kinds = [...head.matchAll(/<link rel="([^"]+)"/g)].map(([, rel]) => rel);
  expect(new Set(kinds)).toEqual(new Set(['canonical', 'alternate', 'icon', 'apple-touch-icon', 'manifest']));
});
