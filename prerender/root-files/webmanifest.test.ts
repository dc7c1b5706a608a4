import { describe, expect, test } from 'vitest';
import { defaultContent } from '../../content/default-content.ts';
import { languageCodes } from '../../contract/languages.ts';
import { pageTexts } from '../../site/i18n/page-texts.ts';
import { manifestPath, webManifest } from './webmanifest.ts';

test('each language has a manifest of its own', () => {
  expect(languageCodes.map(manifestPath)).toEqual([
    '/site.webmanifest',
    '/site.en.webmanifest',
    '/site.ru.webmanifest',
  ]);
});

describe.each(languageCodes)('the manifest in %s', async (language) => {
  const texts = pageTexts(defaultContent, 'landing', language);
  const manifest = JSON.parse(webManifest(language, texts));

  test('brings the visitor back to the same language', () => {
    expect(manifest.lang).toBe(language);
    expect(manifest.start_url).toBe({ uz: '/', en: '/?lang=en', ru: '/?lang=ru' }[language]);
  });

  test('is named by words of the page, because there is no product name', () => {
    expect([manifest.name, manifest.short_name]).toEqual([texts.footer.description, texts.nav.destinations]);
  });

  test('offers icons of both sizes that Chrome asks for, whole and to be cut', () => {
    const offered = manifest.icons.map(
      ({ sizes, purpose = 'any' }: Record<string, string>) => `${sizes} ${purpose}`,
    );
    expect(offered).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable']),
    );
  });
});
