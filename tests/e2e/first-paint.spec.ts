import type { Page } from '@playwright/test';
import { expect, hydrated, laidOut, test, visit } from './fixtures.ts';
import { words } from './words.ts';

const fontsHere = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => /onest-(\w+)-[^/]+\.woff2$/.exec(name)?.[1] ?? [])
      .sort(),
  );
/** The heading asks for the family before all others, and it is here. */
const headingIsIn = (page: Page, family: string) =>
  page.evaluate((family) => {
    const [first = ''] = getComputedStyle(document.querySelector('h1') as Element).fontFamily.split(',');
    const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
    const bare = (name: string) => name.replaceAll('"', '');
    return bare(first) === family && loaded.some((face) => bare(face.family) === family);
  }, family);

test('fonts, script and manifest are asked for after the first paint', async ({ page }) => {
  await visit(page);
  const { painted, asked } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    asked: performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\//.test(name))
      .map(({ startTime }) => startTime),
  }));
  expect(asked.length).toBeGreaterThan(3);
  expect(Math.min(...asked)).toBeGreaterThan(painted);
  await expect(page.locator('link[rel=manifest]')).toHaveCount(1);
});

test('Onest is put to use when it has come, Cyrillic only for Russian', async ({ page }) => {
  await visit(page, 'en');
  await expect.poll(() => headingIsIn(page, 'Onest Late')).toBe(true);
  expect(await fontsHere(page)).toEqual(['latin']);

  await page.locator('[data-language=ru]').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(words.ru.hero.titleFirst);
  await expect.poll(() => fontsHere(page)).toEqual(['cyrillic', 'latin']);
});

test('without fonts the page stands in the device’s own', async ({ page, complaints }) => {
  await page.route('**/*.woff2', (route) => route.abort());
  await visit(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  complaints.splice(0);
});

test('all of it is laid out at last', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await laidOut(page);
  const skipped = await page
    .locator('.later')
    .evaluateAll((parts) => parts.filter((part) => getComputedStyle(part).contentVisibility !== 'visible'));
  expect(skipped).toEqual([]);
});

test('an anchor followed before the rest is laid out leads to its section', async ({ page, complaints }) => {
  await page.route('**/assets/entry-client-*.js', (route) => route.abort());
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.locator('html')).toHaveClass(/\blazy\b/);
  await page.locator('footer a[href="#biz-haqimizda"]').evaluate((link: HTMLAnchorElement) => link.click());
  await expect(page.locator('html')).not.toHaveClass(/\blazy\b/);
  await expect
    .poll(() => page.locator('#biz-haqimizda').evaluate((section) => section.getBoundingClientRect().top))
    .toBeLessThan(120);
  complaints.splice(0);
});

test('an address with an anchor is laid out at once', async ({ page }) => {
  await page.goto('/#aloqa');
  await expect(page.locator('html')).toHaveClass(/\bjs\b/);
  await expect(page.locator('html')).not.toHaveClass(/\blazy\b/);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('everything is laid out, and in Onest', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('html')).not.toHaveClass(/\blazy\b/);
    await expect.poll(() => headingIsIn(page, 'Onest')).toBe(true);
  });
});
