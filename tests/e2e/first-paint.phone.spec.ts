import type { Page } from '@playwright/test';
import { languageCodes } from '../../contract/languages.ts';
import manifest from '../../package.json' with { type: 'json' };
import { expect, hydrated, test, visit } from './fixtures.ts';
import { words } from './words.ts';

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
const askedScripts = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').filter(({ name }) => /\/assets\/.*\.js$/.test(name)),
  );

declare global {
  var nextFrame: () => void;
  var timeIsUp: () => void;
}

/** The page's frames wait for `nextFrame`. */
const holdFrames = (page: Page) =>
  page.addInitScript(() => {
    let held: FrameRequestCallback[] = [];
    globalThis.nextFrame = () => {
      const frame = held;
      held = [];
      for (const run of frame) run(performance.now());
    };
    Object.assign(window, { requestAnimationFrame: (run: FrameRequestCallback) => held.push(run) });
  });

/** The page's long timers wait for `timeIsUp`: a busy machine is no network that lets a visitor down. */
const holdTimers = (page: Page) =>
  page.addInitScript(() => {
    const start = window.setTimeout;
    const hold = (run: () => void, pause = 0) => {
      if (pause < 1000) return start(run, pause);
      globalThis.timeIsUp = run;
      return 0;
    };
    Object.assign(window, { setTimeout: hold });
  });

test('the main script is asked for when the first frame has been drawn', async ({ page }) => {
  await holdFrames(page);
  await holdTimers(page);
  await page.goto('/');
  await page.evaluate(() => globalThis.nextFrame());
  expect(await askedScripts(page)).toEqual([]);
  // The second frame begins when the first is handed over to be drawn; that takes a moment more.
  const atOnce = await page.evaluate(() => {
    globalThis.nextFrame();
    return new Promise((resolve) =>
      setTimeout(() => resolve(document.querySelectorAll('head script[src]').length)),
    );
  });
  expect(atOnce).toBe(0);
  await hydrated(page);
});

test('a page that is never drawn comes alive all the same', async ({ page }) => {
  await holdFrames(page);
  await holdTimers(page);
  await page.goto('/');
  expect(await askedScripts(page)).toEqual([]);
  await page.evaluate(() => globalThis.timeIsUp());
  await hydrated(page);
});

test('the page stands in Onest when that is here in time, in both scripts', async ({ page }) => {
  await visit(page, 'uz');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('ʻ');
  // On a busy machine the first visit may be too early for it, as a slow visitor's is.
  await expect(async () => {
    await page.reload();
    expect(await fontsOfHeading(page)).toEqual(['Onest']);
  }).toPass();
  await hydrated(page);
  await page.locator('[data-language=ru]').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(words.ru.hero.titleFirst);
  // Not polled: the letters are there before the words.
  expect(await fontsOfHeading(page)).toEqual(['Onest']);
});

test('the page is set in few sizes and weights, for each of which the browser makes a font', async ({
  reading,
}) => {
  const page = await reading('uz');
  const fonts = await page.evaluate(() => {
    const used = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      if (!texts.currentNode.textContent?.trim() || !element?.checkVisibility()) continue;
      const { fontSize, fontWeight } = getComputedStyle(element);
      used.add(`${fontSize} ${fontWeight}`);
    }
    return [...used].sort();
  });
  expect(fonts).toContain('17px 400');
  expect(fonts.length, fonts.join(', ')).toBeLessThanOrEqual(manifest.budgets.fonts);
});

for (const language of languageCodes) {
  test(`the page has so few elements in ${language} that a slow phone lays it out without a long pause`, async ({
    reading,
  }) => {
    const page = await reading(language);
    const made = await page.evaluate(() => {
      const inside = (element: Element) => element.querySelectorAll('*').length;
      const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
      const sheets = [...document.querySelectorAll('.symbols')];
      // What is used of the sheets is made anew in every place.
      const used = [...document.querySelectorAll('use')].map(
        (use) => document.querySelector(use.getAttribute('href') as string) as Element,
      );
      return inside(document.body) - sum(sheets.map(inside)) + sum(used.map((each) => 1 + inside(each)));
    });
    expect(made).toBeGreaterThan(500);
    expect(made).toBeLessThanOrEqual(manifest.budgets.elements);
  });
}

test('without fonts the page stands in the device’s own', async ({ page, complaints }) => {
  await page.route('**/*.woff2', (route) => route.abort());
  await visit(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await fontsOfHeading(page)).not.toContain('Onest');
  // The browser's own, about the request and the preload; a mistake of ours would be another.
  complaints.tolerated(/ERR_FAILED|preload/);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the page stands in Onest', async ({ page }) => {
    await expect(async () => {
      await page.goto('/');
      expect(await fontsOfHeading(page)).toEqual(['Onest']);
    }).toPass();
  });
});
