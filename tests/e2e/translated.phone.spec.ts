/** Others write into the page, too: the browser's translator, and extensions that put things beside the fields. */
import type { Page } from '@playwright/test';
import { languages } from '../../contract/languages.ts';
import { withoutMotion } from '../axe.ts';
import { hold } from '../hold.ts';
import { expect, hydrated, test, visit } from './fixtures.ts';
import { fields, fillIn, phone, values } from './form.ts';
import { words } from './words.ts';

/** As Chrome does it: each text is taken out, its translation put in its place, wrapped twice, and the page called Kazakh. */
const translate = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.lang = 'kk';
    const walker = document.createTreeWalker(
      document.getElementById('root') as HTMLElement,
      NodeFilter.SHOW_TEXT,
    );
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  });

test('a translated page can be read in every language, and what was typed stays', async ({
  page,
  reading,
}) => {
  await withoutMotion({ page });
  await visit(page, 'uz');
  await fillIn(page, 'Dilnoza');
  for (const language of ['ru', 'en', 'uz', 'en', 'ru', 'uz'] as const) {
    await translate(page);
    await page.getByRole('link', { name: languages[language].name }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const untouched = await (await reading(language)).locator('#root').textContent();
    await expect(page.locator('#root')).toHaveText(untouched ?? '', { useInnerText: false });
    expect((await values(page))[0]).toBe('Dilnoza');
  }
});

test('what was typed, and the focus, outlive a page that others changed before React was there', async ({
  page,
  complaints,
}) => {
  const release = await hold(page, '**/assets/entry-client-*.js');
  // The script may be asked for before the page counts as loaded, and is held.
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await translate(page);
  await fields(page)
    .first()
    .evaluate((field) => field.before(document.createElement('div')));
  await fillIn(page, 'Dilnoza');
  await fields(page).nth(1).focus();
  release();
  await hydrated(page);
  expect((await values(page)).slice(0, 2)).toEqual(['Dilnoza', phone]);
  await expect(fields(page).nth(1)).toBeFocused();
  await expect(page.locator('#root')).toContainText(words.uz.hero.titleFirst);
  complaints.provoked(/418/, 1);
});

test('the address of a translated page names the language it is written in', async ({ page }) => {
  await visit(page, 'ru', '/', 'faq');
  await translate(page);
  await page.evaluate(() => {
    location.hash = 'aloqa';
  });
  await page.goBack();
  await expect(page).toHaveURL(/\/\?lang=ru#faq$/);
});
