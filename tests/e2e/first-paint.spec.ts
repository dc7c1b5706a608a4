import type { Page } from '@playwright/test';
import { expect, hydrated, test, visit } from './fixtures.ts';
import { words } from './words.ts';

const fontsHere = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => /onest-(\w+)-[^/]+\.woff2$/.exec(name)?.[1] ?? [])
      .sort(),
  );
/** What the heading's signs are really drawn with. */
const fontsOfHeading = async (page: Page) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send('DOM.enable');
  await browser.send('CSS.enable');
  const { root } = await browser.send('DOM.getDocument');
  const { nodeId } = await browser.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
  const { fonts } = await browser.send('CSS.getPlatformFontsForNode', { nodeId });
  await browser.detach();
  return fonts.map(({ familyName }) => familyName);
};

declare global {
  var manifestNamed: number[];
  var timeIsUp: () => void;
}

test('fonts, script and manifest are asked for after the first paint', async ({ page }) => {
  // No page is told when its manifest is fetched; but the early script takes its name away until then.
  await page.addInitScript(() => {
    globalThis.manifestNamed = [];
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if ((target as HTMLLinkElement).rel === 'manifest') globalThis.manifestNamed.push(performance.now());
    }).observe(document, { subtree: true, attributeFilter: ['rel'] });
  });
  await visit(page);
  await expect(page.locator('link[rel=manifest]')).toHaveCount(1);
  const { painted, named, asked } = await page.evaluate(() => ({
    named: globalThis.manifestNamed,
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    asked: performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\//.test(name))
      .map(({ startTime }) => startTime),
  }));
  expect(asked.length).toBeGreaterThan(3);
  expect(named).toHaveLength(1);
  expect(Math.min(...asked, ...named)).toBeGreaterThan(painted);
});

test('Onest is put to use when it has come, Cyrillic only for Russian', async ({ page }) => {
  await visit(page, 'uz');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('ʻ');
  await expect.poll(() => fontsOfHeading(page)).toEqual(['Onest']);
  expect(await fontsHere(page)).toEqual(['latin']);

  await page.locator('[data-language=ru]').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(words.ru.hero.titleFirst);
  await expect.poll(() => fontsHere(page)).toEqual(['cyrillic', 'latin']);
  await expect.poll(() => fontsOfHeading(page)).toEqual(['Onest']);
});

test('without fonts the page stands in the device’s own', async ({ page, complaints }) => {
  await page.route('**/*.woff2', (route) => route.abort());
  await visit(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await fontsOfHeading(page)).not.toContain('Onest');
  // The browser's own, about the request; a mistake of ours would be another.
  expect(complaints.splice(0).filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([]);
});

/** Without the main script nothing lays out the rest. */
const stopMainScript = (page: Page) => page.route('**/assets/entry-client-*.js', (route) => route.abort());
/** The page's long timers wait for `timeIsUp`: a busy machine is no visitor who waits. */
const holdTime = (page: Page) =>
  page.addInitScript(() => {
    const start = window.setTimeout;
    const hold = (run: () => void, pause = 0) => {
      if (pause < 1000) return start(run, pause);
      globalThis.timeIsUp = run;
      return 0;
    };
    Object.assign(window, { setTimeout: hold });
  });
const isLazy = (page: Page) => page.evaluate(() => document.documentElement.classList.contains('lazy'));
const heights = (page: Page) =>
  page
    .locator('section, article, li, form, footer')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));
const isThere = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluate((element) =>
      element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }),
    );

const restComesWhenNear = async (page: Page) => {
  await expect.poll(() => isThere(page, '#xizmatlar h2')).toBe(true);
  await page.locator('form').scrollIntoViewIfNeeded();
  await expect.poll(() => isThere(page, 'form')).toBe(true);
};

test('at last all of it is laid out, and as it would have been at once', async ({ page }) => {
  await visit(page);
  const inTheEnd = await heights(page);
  await page.reload();
  await hydrated(page);
  await expect.poll(() => heights(page)).toEqual(inTheEnd);
});

test('on a phone nothing but the first screen is laid out until the visitor moves', async ({
  page,
  complaints,
  isMobile,
}) => {
  await stopMainScript(page);
  await holdTime(page);
  await page.goto('/');
  expect(await isThere(page, '#xizmatlar h2')).toBe(!isMobile);
  expect(await isThere(page, 'form')).toBe(false);
  await page.locator('h1').dispatchEvent('pointerdown');
  await restComesWhenNear(page);
  complaints.splice(0);
});

test('for a visitor who does not move it is laid out a little later', async ({ page, complaints }) => {
  await stopMainScript(page);
  await holdTime(page);
  await page.goto('/');
  expect(await isThere(page, 'form')).toBe(false);
  await page.evaluate(() => globalThis.timeIsUp());
  await restComesWhenNear(page);
  complaints.splice(0);
});

test('an anchor followed before the rest is laid out leads to its section', async ({ page, complaints }) => {
  await stopMainScript(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  expect(await isLazy(page)).toBe(true);
  await page.locator('footer a[href="#biz-haqimizda"]').evaluate((link: HTMLAnchorElement) => link.click());
  expect(await isLazy(page)).toBe(false);
  await expect(page.locator('#biz-haqimizda h2')).toBeInViewport();
  const top = await page.locator('#biz-haqimizda').evaluate((section) => section.getBoundingClientRect().top);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top).toBeLessThan(120);
  complaints.splice(0);
});

test('what may begin further down is laid out at once: an anchor, words, a reload, the way back', async ({
  page,
  complaints,
}) => {
  await stopMainScript(page);
  await page.goto('/#aloqa');
  expect(await isLazy(page)).toBe(false);
  await page.goto('/?lang=en#:~:text=documents');
  expect(await isLazy(page)).toBe(false);
  await page.goto('/?lang=en');
  expect(await isLazy(page)).toBe(true);
  await page.reload();
  expect(await isLazy(page)).toBe(false);
  await page.goto('/privacy');
  expect(await isLazy(page)).toBe(true);
  await page.goBack();
  expect(await isLazy(page)).toBe(false);
  complaints.splice(0);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('everything is laid out, and in Onest', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('html')).not.toHaveClass(/\blazy\b/);
    await expect.poll(() => fontsOfHeading(page)).toEqual(['Onest']);
  });
});
