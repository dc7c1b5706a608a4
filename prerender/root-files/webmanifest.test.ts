import { describe, expect, test } from 'vitest';
import { defaultContent } from '../../content/default-content.ts';
import { languageCodes } from '../../contract/languages.ts';
import { pageTexts } from '../../site/i18n/page-texts.ts';
import { webManifest } from './webmanifest.ts';

describe.each(languageCodes)('the manifest in %s', async (language) => {
  const texts = pageTexts(defaultContent, 'landing', language);
  const manifest = JSON.parse(webManifest(language, texts));

  test('opens in its language', () => {
    expect(manifest.lang).toBe(language);
    expect(manifest.start_url).toBe({ uz: '/', en: '/?lang=en', ru: '/?lang=ru' }[language]);
  });

  test('is named by texts of the page', () => {
    expect([manifest.name, manifest.short_name]).toEqual([texts.footer.description, texts.nav.destinations]);
  });

  test('has icons of both sizes that Chrome asks for, also maskable', () => {
    const icons = manifest.icons.map(
      ({ sizes, purpose = 'any' }: Record<string, string>) => `${sizes} ${purpose}`,
    );
    expect(icons).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable']),
    );
  });
});
