import { expect, test } from 'vitest';
import { defaultContent } from '#content/default-content.ts';
import { pageTexts } from '#site/i18n/page-texts.ts';
import { webManifest } from './webmanifest.ts';

test.each([
  ['uz', '/'],
  ['en', '/?lang=en'],
  ['ru', '/?lang=ru'],
] as const)('the manifest in %s has a name and opens at %s', (language, start_url) => {
  const texts = pageTexts(defaultContent, 'landing', language);
  const name = texts.footer.description;
  expect(JSON.parse(webManifest(language, texts))).toMatchObject({ name, lang: language, start_url });
});
