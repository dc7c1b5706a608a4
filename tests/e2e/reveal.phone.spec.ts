import type { Page } from '@playwright/test';
import { expectNoViolations } from '../axe.ts';
import { expect, hydrated, scrollPosition, scrollTo, test, visit } from './fixtures.ts';

const sections = ['#xizmatlar', '#jarayon', '#biz-haqimizda', '#faq', '#aloqa'];

/** Whether a section stands where it will stay, at full strength. */
const isShown = (page: Page, section: string) =>
  page.locator(section).evaluate(({ firstElementChild: content }) => {
    const { opacity, transform } = getComputedStyle(content as Element);
    return opacity === '1' && transform === 'none';
  });
const areShown = (page: Page) => Promise.all(sections.map((section) => isShown(page, section)));
const all = (shown: boolean) => sections.map(() => shown);

/** Scrolls until so many pixels of the section stand above the bottom of the screen. */
const bringIn = async (page: Page, section: string, pixels: number) => {
  const top = await page
    .locator(section)
    .evaluate((element) => element.getBoundingClientRect().top + scrollY);
  await scrollTo(page, Math.round(top) + pixels - (page.viewportSize()?.height ?? 0));
};
const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Scrolls until the section stands a little below the screen, where it waits. */
const approach = async (page: Page, section: string) => {
  await bringIn(page, section, -100);
  await expect.poll(() => isShown(page, section)).toBe(false);
};

test('a section is revealed when a tenth of it stands 50 px above the bottom, and stays; what is far below is left alone, and what waits gets no layer of its own', async ({
  page,
}) => {
  await visit(page);
  const states = () =>
    page
      .locator('#faq')
      .evaluate((section) => section.getAnimations({ subtree: true }).map((a) => a.playState));
  await painted(page);
  expect(await states()).toEqual([]);
  const process = '#jarayon';
  const tenth = await page
    .locator(process)
    .evaluate((element) => element.getBoundingClientRect().height / 10);
  await approach(page, process);

  await bringIn(page, process, Math.floor(50 + tenth - 5));
  await painted(page);
  expect(await isShown(page, process)).toBe(false);
  await bringIn(page, process, Math.ceil(50 + tenth + 5));
  await expect.poll(() => isShown(page, process)).toBe(true);

  await scrollTo(page, 0);
  await painted(page);
  expect(await isShown(page, process)).toBe(true);
  await expect
    .poll(() => page.locator(process).evaluate((section) => section.getAnimations({ subtree: true }).length))
    .toBe(0);

  await approach(page, '#faq');
  expect(await states()).toEqual(['finished']);
});

test('what waits can be read already: a little lower, hardly paler, and never an empty area', async ({
  page,
}) => {
  await visit(page);
  for (const section of sections.slice(1)) {
    await approach(page, section);
    const { opacity, away } = await page.locator(section).evaluate(({ firstElementChild: content }) => {
      const { opacity, transform } = getComputedStyle(content as Element);
      return { opacity: Number(opacity), away: new DOMMatrix(transform).f };
    });
    expect(opacity).toBeGreaterThanOrEqual(0.9);
    expect(opacity).toBeLessThan(1);
    expect(away).toBeLessThanOrEqual(20);
    await expectNoViolations(page, { within: section, rules: ['color-contrast'] });
  }
});

test('sections are revealed before React arrives', async ({ page, complaints }) => {
  await page.route('**/assets/entry-client-*.js', (route) => route.abort());
  // Asked for in the same moment from which on scrolling is looked at.
  const asked = page.waitForRequest('**/assets/entry-client-*.js');
  await page.goto('/');
  await expect(page.locator('html')).toHaveClass(/\bjs\b/);
  await asked;
  await approach(page, '#faq');
  await page.locator('#faq').evaluate((section) => section.scrollIntoView({ behavior: 'instant' }));
  await expect.poll(() => isShown(page, '#faq')).toBe(true);
  complaints.provoked(/ERR_FAILED/);
});

test('even on a low screen every section is revealed on the way down', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 320 });
  await visit(page);
  for (const section of sections) {
    await approach(page, section);
    await bringIn(page, section, 300);
    await expect.poll(() => isShown(page, section)).toBe(true);
  }
});

test('what an address points at is on the screen at once, without a ride down the page', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = new Set<number>();
    addEventListener('scroll', () => seen.add(Math.round(scrollY)));
    Object.assign(window, { seen });
  });
  await page.goto('/#aloqa');
  await hydrated(page);
  await expect.poll(() => isShown(page, '#aloqa')).toBe(true);
  await expect(page.locator('#aloqa h2')).toBeInViewport();
  const places = await page.evaluate(() => [...(window as never as { seen: Set<number> }).seen]);
  expect(places).toEqual([await scrollPosition(page)]);
});

test('nothing is hidden from people who want no motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(page);
  expect(await areShown(page)).toEqual(all(true));
});

test('nothing is hidden without script', async ({ scriptless }) => {
  await scriptless.goto('/');
  expect(await areShown(scriptless)).toEqual(all(true));
});
