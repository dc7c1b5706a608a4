import type { Page } from '@playwright/test';
import { type Language, languages } from '#contract/languages.ts';
import { withoutMotion } from '#tests/axe.ts';
import { hold } from '#tests/hold.ts';
import { expect, hydrated, test, visit } from './fixtures.ts';
import { fields, fillIn, values } from './form.ts';
import { words } from './words.ts';

const addresses: Record<Language, string> = { uz: '/', en: '/?lang=en', ru: '/?lang=ru' };
const choose = (page: Page, language: Language) =>
  page.getByRole('link', { name: languages[language].name }).click();
const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('switching needs no reload and keeps the scroll position, the form, the open question and the step', async ({
  page,
}) => {
  await withoutMotion({ page });
  await visit(page, 'uz');
  await page.getByRole('button', { name: words.uz.process.next }).click();
  await page.getByRole('button', { name: words.uz.process.next }).click();
  await page.locator('summary').nth(4).click();
  const message = fields(page).last();
  await fields(page).first().fill('Dilnoza');
  await message.fill('Magistratura haqida');
  const before = await page.evaluate(() => {
    Object.assign(window, { same: true });
    return history.length;
  });
  await message.evaluate((field) => field.scrollIntoView({ block: 'center', behavior: 'instant' }));

  for (const language of ['ru', 'en', 'uz'] as const) {
    const { meta, hero, contact, faq, process } = words[language];
    await choose(page, language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page).toHaveTitle(meta.title);
    await expect(page).toHaveURL(addresses[language]);
    await expect(title(page)).toContainText(hero.titleFirst);
    await expect(message).toBeInViewport({ ratio: 1 });
    await expect(message).toHaveAccessibleName(new RegExp(contact.message));
    expect(await values(page)).toEqual(['Dilnoza', '', '', 'Magistratura haqida']);
    await expect(page.locator('details[open] p')).toHaveText([faq.items[4]?.answer ?? '']);
    await expect(page.locator('[aria-current="step"]')).toHaveAccessibleName(process.steps[2]?.title ?? '');
  }
  expect(await page.evaluate(() => ['same' in window, history.length])).toEqual([true, before]);
});

test('switching keeps campaign parameters and anchor in the address, also after going back', async ({
  page,
}) => {
  await page.goto('/?utm_source=telegram&lang=en#faq');
  await hydrated(page);
  await page.evaluate(() => {
    location.hash = '#jarayon';
  });
  await choose(page, 'uz');
  await expect(page).toHaveURL('/?utm_source=telegram#jarayon');
  await page.goBack();
  await expect(page).toHaveURL('/?utm_source=telegram#faq');
  await expect(page.locator('html')).toHaveAttribute('lang', 'uz');
});

test('after two quick choices the last one wins, whichever loads first', async ({ page }) => {
  await visit(page, 'uz');
  const releaseRussian = await hold(page, /\/assets\/landing\.ru\./);
  const arrived = page.waitForResponse(/\/assets\/landing\.ru\./);
  await choose(page, 'ru');
  await expect(page.locator('[aria-busy]')).toHaveAccessibleName(new RegExp(languages.ru.name));
  await choose(page, 'en');
  await expect(title(page)).toContainText(words.en.hero.titleFirst);
  releaseRussian();
  await (await arrived).finished();
  await choose(page, 'uz');
  await expect(title(page)).toContainText(words.uz.hero.titleFirst);
  await expect(page.locator('html')).toHaveAttribute('lang', 'uz');
});

test('the choice is remembered and applied to an address without a language before the first paint', async ({
  page,
}) => {
  const painted: string[] = [];
  await page.exposeFunction('painted', (address: string) => painted.push(address));
  await page.addInitScript(() => {
    const tell = (window as never as { painted(address: string): void }).painted;
    new PerformanceObserver(() => tell(location.pathname + location.search)).observe({
      type: 'paint',
      buffered: true,
    });
  });
  await visit(page, 'uz');
  await choose(page, 'ru');
  await expect(page).toHaveURL('/?lang=ru');
  await expect.poll(() => painted).toContain('/');

  painted.length = 0;
  await page.goto('/#faq');
  await expect(page).toHaveURL('/?lang=ru#faq');
  await hydrated(page);
  await page.goto('/privacy');
  await expect(page).toHaveURL('/privacy?lang=ru');
  await hydrated(page);
  await expect.poll(() => new Set(painted)).toEqual(new Set(['/?lang=ru', '/privacy?lang=ru']));
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ language: 'ru' });

  // A language in the address wins.
  await visit(page, 'en');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('before React loads the switch opens the other language at the same section', async ({
  page,
  consoleErrors,
}) => {
  await visit(page, 'uz');
  await choose(page, 'ru');
  await expect(page).toHaveURL('/?lang=ru');
  await page.route('**/assets/entry-client-*.js', (route) => route.abort());
  await page.goto('/#aloqa');
  await expect(page).toHaveURL('/?lang=ru#aloqa');
  await choose(page, 'uz');
  await expect(page.locator('html')).toHaveAttribute('lang', 'uz');
  await expect(page).toHaveURL('/#aloqa');
  await expect(page.locator('#aloqa').getByRole('heading').first()).toBeInViewport();
  consoleErrors.expected(/ERR_FAILED/);
});

test('without script the switch is three links, on every page', async ({ scriptless }) => {
  for (const path of ['/', '/privacy', '/no-such-page']) {
    await scriptless.goto(path);
    await choose(scriptless, 'ru');
    await expect(scriptless.locator('html')).toHaveAttribute('lang', 'ru');
    await expect(scriptless).toHaveURL(`${path}?lang=ru`);
  }
});

test('a page that Chrome has translated can still be switched, and keeps what was typed', async ({
  page,
  sharedPage,
}) => {
  await withoutMotion({ page });
  await visit(page, 'uz');
  await fillIn(page, 'Dilnoza');
  // Chrome wraps each translated text in two elements.
  await page.evaluate(() => {
    document.documentElement.lang = 'kk';
    const walker = document.createTreeWalker(document.getElementById('root') as Node, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  });
  await choose(page, 'ru');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  const untouched = await (await sharedPage('ru')).locator('#root').textContent();
  await expect(page.locator('#root')).toHaveText(untouched ?? '', { useInnerText: false });
  expect((await values(page))[0]).toBe('Dilnoza');
});
