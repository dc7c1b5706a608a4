import { expect, test } from 'vitest';
import { defaultContent } from '#content/default-content.ts';
import { languageCodes } from '#contract/languages.ts';
import { pageNames, pages } from '#contract/pages.ts';
import { pageTexts } from './page-texts.ts';
import { translate } from './translate.ts';

const cases = pageNames.flatMap((page) => languageCodes.map((language) => [page, language] as const));

test.each(cases)('the %s page in %s has a title and no unfilled placeholder', (page, language) => {
  const texts = pageTexts(defaultContent, page, language);
  const leftOver = JSON.stringify(texts).match(/\{\w+\}/g) ?? [];
  expect(
    leftOver.filter((name) => !['{package}', '{number}', '{total}', '{minutes}', '{limit}'].includes(name)),
  ).toEqual([]);
  expect(translate(texts, pages[page].title, '')).toMatch(/\S/);
});
