/** Real touches, given to the browser below the page: what it does not scroll is proof, not a stubbed event. */
import type { CDPSession, Locator, Page } from '@playwright/test';
import { test as base, expect, hydrated, scrollPosition, visit } from './fixtures.ts';
import { box, dot, expectStep, next, previous, step } from './process-steps.ts';

type Swipe = (way: { x?: number; y?: number }, from?: Locator) => Promise<void>;

const test = base.extend<{ swipe: Swipe }>({
  swipe: async ({ page }, use) => {
    await visit(page);
    await box(page).evaluate((frame) => frame.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const touch = await page.context().newCDPSession(page);
    await use(async ({ x = 0, y = 0 }, from = box(page)) => {
      const start = await from.evaluate((frame) => {
        const { left, width, top, bottom } = frame.getBoundingClientRect();
        return { x: left + width / 3, y: (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2 };
      });
      await drag(touch, start, { x: start.x + x, y: start.y + y });
    });
  },
});

test('a swipe moves one step and keeps the page still; a tremble or a drag sideways moves nothing', async ({
  page,
  swipe,
}) => {
  await swipe({ y: -20 });
  await swipe({ x: -120, y: -30 });
  await expectStep(page, 1);
  const before = await scrollPosition(page);
  await swipe({ y: -150 });
  await expectStep(page, 2);
  await swipe({ y: -300 });
  await expectStep(page, 3);
  await swipe({ y: 150 });
  await expectStep(page, 2);
  expect(await scrollPosition(page)).toBe(before);
});

test('a swipe may begin on the dots or on an arrow, which then are not pressed', async ({ page, swipe }) => {
  const before = await scrollPosition(page);
  for (const [number, start] of [
    [2, dot(page, 4)],
    [3, next(page)],
    [4, previous(page)],
  ] as const) {
    await swipe({ y: -150 }, start);
    await expectStep(page, number);
  }
  expect(await scrollPosition(page)).toBe(before);
});

test('at the first step a swipe back scrolls the page, at the last a swipe on', async ({ page, swipe }) => {
  const before = await scrollPosition(page);
  await swipe({ y: 200 });
  await expect.poll(() => scrollPosition(page)).toBeLessThan(before - 100);
  await expect(dot(page, 1)).toHaveAttribute('aria-current', 'step');

  await dot(page, 6).click();
  await expectStep(page, 6);
  const last = await scrollPosition(page);
  await swipe({ y: -200 });
  await expect.poll(() => scrollPosition(page)).toBeGreaterThan(last + 100);
  await expect(dot(page, 6)).toHaveAttribute('aria-current', 'step');
});

test('on a phone in landscape, where the box is higher than the screen, swipes scroll the page', async ({
  page,
  swipe,
}) => {
  await page.setViewportSize({ width: 740, height: 360 });
  await box(page).evaluate((frame) => frame.scrollIntoView({ block: 'start', behavior: 'instant' }));
  const before = await scrollPosition(page);
  await swipe({ y: -150 });
  await expect.poll(() => scrollPosition(page)).toBeGreaterThan(before + 100);
  await expectStep(page, 1);
});

for (const size of [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 390, height: 664 },
]) {
  test(`on ${size.width} × ${size.height} a swipe turns to a step that is whole on the screen then, to every one and back; far from that it scrolls the page`, async ({
    page,
    swipe,
  }) => {
    await page.setViewportSize(size);
    const scrolls = async (number: number) => {
      const before = await scrollPosition(page);
      await swipe({ y: -150 });
      await expect.poll(() => scrollPosition(page)).toBeGreaterThan(before + 100);
      await expectStep(page, number);
    };

    // The steps between the ends stand a little lower than the first, and the last lower still.
    await bring(page, 1, 'bottom', size.height - 100);
    const before = await scrollPosition(page);
    await swipe({ y: -150 });
    // At once once more, while the second step is still on its way up.
    await swipe({ y: -150 });
    await expectStep(page, 3);
    expect(await scrollPosition(page)).toBe(before);

    await dot(page, 1).click();
    await expectStep(page, 1);
    await bring(page, 1, 'bottom', size.height - 10);
    for (const number of [2, 3, 4, 5, 6]) {
      await swipe({ y: -150 });
      await expectStep(page, number);
      await expect.poll(() => isWhole(page, number)).toBe(true);
    }
    await bring(page, 6, 'top', 90);
    for (const number of [5, 4, 3, 2, 1]) {
      await swipe({ y: 150 });
      await expectStep(page, number);
      await expect.poll(() => isWhole(page, number)).toBe(true);
    }

    await dot(page, 3).click();
    await expectStep(page, 3);
    await bring(page, 3, 'top', -20);
    await scrolls(3);
    await page.goto('/?#jarayon');
    await hydrated(page);
    await scrolls(1);
  });
}

test('a swipe does not turn to a step that would lie far under the header', async ({ page, swipe }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await dot(page, 6).click();
  await expectStep(page, 6);
  await bring(page, 6, 'top', 60);
  const before = await scrollPosition(page);
  await swipe({ y: 150 });
  await expect.poll(() => scrollPosition(page)).toBeLessThan(before - 100);
  await expectStep(page, 6);
  await bring(page, 6, 'top', 250);
  await swipe({ y: 150 });
  await expectStep(page, 5);
});

/** Below the header, too. */
const isWhole = (page: Page, number: number) =>
  step(page, number).evaluate((slide) => {
    const { top, bottom } = (slide.firstElementChild as Element).getBoundingClientRect();
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? Number.NaN;
    return top >= header && bottom <= innerHeight;
  });

/** Brings a step's words to this height of the screen. */
const bring = (page: Page, number: number, edge: 'top' | 'bottom', height: number) =>
  step(page, number).evaluate(
    (slide, { edge, height }) => {
      const words = slide.firstElementChild as Element;
      scrollBy({ top: words.getBoundingClientRect()[edge] - height, behavior: 'instant' });
    },
    { edge, height },
  );

async function drag(touch: CDPSession, from: { x: number; y: number }, to: { x: number; y: number }) {
  const steps = 8;
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (let step = 1; step <= steps; step++) {
    const at = (key: 'x' | 'y') => from[key] + ((to[key] - from[key]) * step) / steps;
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: at('x'), y: at('y') }],
    });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
