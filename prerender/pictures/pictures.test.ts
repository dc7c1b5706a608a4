import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { defaultContent } from '../../content/default-content.ts';
import { pageTexts } from '../../site/i18n/page-texts.ts';
import { drawPictures } from './pictures.ts';

const cache = mkdtempSync(join(tmpdir(), 'pictures-'));
afterAll(() => rmSync(cache, { recursive: true }));

const texts = {
  uz: pageTexts(defaultContent, 'landing', 'uz'),
  en: pageTexts(defaultContent, 'landing', 'en'),
  ru: pageTexts(defaultContent, 'landing', 'ru'),
};
const drawn = await drawPictures(texts, cache);

test('cards are drawn once and then kept', async () => {
  const kept = readdirSync(cache);
  expect(kept).toHaveLength(3);
  expect(await drawPictures(texts, cache)).toEqual(drawn);
  expect(readdirSync(cache)).toEqual(kept);
});

test('a changed word is in the next card', async () => {
  const hero = { ...texts.en.hero, badge: 'Another badge' };
  const changed = await drawPictures({ ...texts, en: { ...texts.en, hero } }, cache);
  expect(changed['/social-en.png']).not.toEqual(drawn['/social-en.png']);
  expect(changed['/social-ru.png']).toEqual(drawn['/social-ru.png']);
});
