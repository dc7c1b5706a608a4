/** The layout on screens from 320 px, with large text, and while loading. */
import type { Locator, Page } from '@playwright/test';
import { languageCodes } from '#contract/languages.ts';
import { pageAddress } from '#contract/page-address.ts';
import { withoutMotion } from '#tests/axe.ts';
import { hold } from '#tests/hold.ts';
import manifest from '../../package.json' with { type: 'json' };
import { expect, hydrated, test, visit } from './fixtures.ts';
import { failure, fillIn, newName, refuse, submit } from './form.ts';
import { words } from './words.ts';

/** How far the page scrolls sideways, and which texts are off screen. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth: screen, scrollWidth } = document.documentElement;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const outside = [];
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement;
      if (!parent?.checkVisibility({ visibilityProperty: true }) || parent.closest('.visually-hidden'))
        continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const { left, right, width } = range.getBoundingClientRect();
      if (width > 1 && (left < -0.5 || right > screen + 0.5)) outside.push(texts.currentNode.textContent);
    }
    return { screen, sideways: scrollWidth - screen, outside };
  });
const boxOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect());
const fits = (screen: number) => ({ screen, sideways: 0, outside: [] });

for (const language of languageCodes)
  test(`every page fits every screen from 320 px in ${language}, also with large text`, async ({ page }) => {
    await withoutMotion({ page });
    for (const path of ['/', '/privacy']) {
      await page.goto(pageAddress(path, language));
      for (const width of [320, 768, 1024]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => overflow(page), `${path}, ${width} px`).toEqual(fits(width));
      }
    }

    await page.setViewportSize({ width: 360, height: 740 });
    await visit(page, language);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    await expect.poll(() => overflow(page), 'text at 32 px').toEqual(fits(360));
    const cut = await page.locator('#jarayon [id^=jarayon-]').evaluateAll((steps) =>
      steps.filter((step) => {
        const { height } = ((step.parentElement as Element).parentElement as Element).getBoundingClientRect();
        return step.scrollHeight > height + 1;
      }),
    );
    expect(cut, 'steps that the carousel cuts').toEqual([]);
  });

test('at 320 px the menu, the panel, an answer, field errors and a toast fit', async ({
  page,
  consoleErrors,
}) => {
  const { nav, floating } = words.ru;
  await page.setViewportSize({ width: 320, height: 640 });
  await withoutMotion({ page });
  await visit(page, 'ru');
  await page.getByRole('button', { name: nav.openMenu }).click();
  await expect(page.getByRole('link', { name: nav.consultation, exact: true })).toBeVisible();
  expect(await overflow(page)).toEqual(fits(320));
  await page.getByRole('button', { name: nav.closeMenu }).click();
  await page.getByRole('button', { name: floating.toggle }).click();
  expect(await overflow(page)).toEqual(fits(320));
  await page.keyboard.press('Escape');
  await page.locator('summary').first().click();
  await submit(page).click();
  await expect(page.locator('[aria-invalid]')).toHaveCount(3);
  expect(await overflow(page)).toEqual(fits(320));
  await refuse(page);
  await fillIn(page, newName());
  await submit(page).click();
  await expect(failure(page)).toBeVisible();
  expect(await overflow(page)).toEqual(fits(320));
  consoleErrors.expected(/500/, 1);
});

for (const language of languageCodes)
  test(`the first screen in ${language} shows badge, title and both buttons, clear of the floating button`, async ({
    page,
  }) => {
    const { hero, floating } = words[language];
    await withoutMotion({ page });
    await visit(page, language);
    for (const size of [
      { width: 360, height: 640 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      const button = await boxOf(page.getByRole('button', { name: floating.toggle }));
      for (const part of [
        page.getByText(hero.badge, { exact: true }),
        page.getByRole('heading', { level: 1 }),
        page.getByRole('link', { name: hero.packages }),
        page.getByRole('link', { name: hero.register }).first(),
      ]) {
        await expect(part).toBeInViewport({ ratio: 1 });
        const { right, bottom } = await boxOf(part);
        expect(bottom <= button.top || right <= button.left).toBe(true);
      }
    }
  });

declare global {
  var shifts: number;
}
type LayoutShift = PerformanceEntry & { value: number };

/** The observer has reported every shift after two frames. */
const shifted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(globalThis.shifts))),
      ),
  );

test('nothing shifts while the page loads, whether fonts are slow or fast', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.shifts += (entry as LayoutShift).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const [width, language] of [
    [360, 'uz'],
    [1280, 'ru'],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    const release = await hold(page, '**/*.woff2');
    const arrived = page.waitForResponse(/onest/);
    await page.goto(pageAddress('/', language), { waitUntil: 'commit' });
    await hydrated(page);
    release();
    await (await arrived).finished();
    expect(await shifted(page), `${width} px, ${language}, fonts late`).toBe(0);
    await page.unrouteAll();
    await page.reload();
    await hydrated(page);
    expect(await shifted(page), `${width} px, ${language}, fonts at once`).toBe(0);
  }
});

test('the page has few enough elements for a slow phone to lay out', async ({ sharedPage }) => {
  const count = await (await sharedPage('uz')).evaluate(() => {
    const inside = (element: Element) => element.querySelectorAll('*').length;
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
    // The browser copies a symbol's elements for each <use>.
    const used = [...document.querySelectorAll('use')].map((use) =>
      inside(document.querySelector(use.getAttribute('href') as string) as Element),
    );
    const sheets = [...document.querySelectorAll('.svg-symbols')].map(inside);
    return inside(document.body) - sum(sheets) + sum(used) + used.length;
  });
  expect(count).toBeLessThanOrEqual(manifest.budgets.elements);
});
