import type { CDPSession } from '@playwright/test';
import { fill } from '#contract/fill.ts';
import { withoutMotion } from '#tests/axe.ts';
import {
  carousel,
  center,
  dot,
  expectStep,
  isInside,
  next,
  previous,
  step,
  stepViewport,
} from './carousel.ts';
import { test as base, expect, hydrated, scrollPosition, visit } from './fixtures.ts';
import { words } from './words.ts';

const { process } = words.uz;

/** Sends real touch events, so that the browser decides whether they scroll. */
const test = base.extend<{ swipe(distance: number): Promise<void> }>({
  swipe: async ({ page }, use) => {
    await visit(page);
    await center(page);
    const touch = await page.context().newCDPSession(page);
    await use(async (distance) => {
      const box = await stepViewport(page).boundingBox();
      if (!box) throw new Error('The carousel is not shown');
      await drag(touch, box.x + box.width / 3, box.y + box.height / 2, distance);
    });
  },
});

async function drag(touch: CDPSession, x: number, y: number, distance: number): Promise<void> {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [{ x, y }]);
  for (let part = 1; part <= 8; part++) await send('touchMove', [{ x, y: y + (distance * part) / 8 }]);
  await send('touchEnd', []);
}

test('a swipe moves one step and does not scroll the page; a tiny movement does nothing', async ({
  page,
  swipe,
}) => {
  const before = await scrollPosition(page);
  await swipe(-20);
  await expectStep(page, 1);
  await swipe(-300);
  await expectStep(page, 2);
  await swipe(150);
  await expectStep(page, 1);
  expect(await scrollPosition(page)).toBe(before);
});

test('a swipe back at the first step or forward at the last one scrolls the page', async ({
  page,
  swipe,
}) => {
  const before = await scrollPosition(page);
  await swipe(200);
  await expect.poll(() => scrollPosition(page)).toBeLessThan(before - 100);
  await expectStep(page, 1);
  await dot(page, 6).click();
  await expectStep(page, 6);
  const last = await scrollPosition(page);
  await swipe(-200);
  await expect.poll(() => scrollPosition(page)).toBeGreaterThan(last + 100);
  await expectStep(page, 6);
});

test('if the carousel is taller than the screen, a swipe scrolls the page', async ({ page, swipe }) => {
  await page.setViewportSize({ width: 740, height: 360 });
  await center(page);
  const before = await scrollPosition(page);
  await swipe(-150);
  await expect.poll(() => scrollPosition(page)).toBeGreaterThan(before + 100);
  await expectStep(page, 1);
});

test('a button moves one step and announces it; there is no loop, and the focus stays', async ({ page }) => {
  await visit(page);
  await expectStep(page, 1);
  const announced = carousel(page).locator('[aria-live="polite"]');
  await expect(announced).toBeEmpty();
  await next(page).focus();
  for (let number = 2; number <= 6; number++) {
    await page.keyboard.press('Enter');
    await expectStep(page, number);
    await expect(announced).toHaveText(
      `${fill(process.position, { number, total: 6 })}: ${process.steps[number - 1]?.title}`,
    );
  }
  await page.keyboard.press('Enter');
  await expectStep(page, 6);
  await expect(next(page)).toBeFocused();
  await previous(page).dblclick();
  await expectStep(page, 4);
});

test('a dot jumps to its step without scrolling the page; arrow keys move one step', async ({ page }) => {
  await withoutMotion({ page });
  await visit(page);
  await center(page);
  const before = await scrollPosition(page);
  await dot(page, 5).click();
  await expectStep(page, 5);
  expect(new URL(page.url()).hash).toBe('');
  await page.keyboard.press('ArrowUp');
  await expectStep(page, 4);
  await page.keyboard.press('ArrowRight');
  await expectStep(page, 5);
  expect(await scrollPosition(page)).toBe(before);
});

test('the carousel is 550 px high on phones and 500 px high from a width of 768 px', async ({ page }) => {
  await visit(page, 'ru');
  for (const width of [320, 767, 768, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const height = await stepViewport(page).evaluate((element) => element.clientHeight);
    expect(height, `${width} px`).toBe(width < 768 ? 550 : 500);
  }
});

test('a link to a step’s text or anchor shows that step', async ({ page }) => {
  const text = process.steps[4]?.description.split(' ').slice(0, 3).join(' ') ?? '';
  // In a text fragment a hyphen is syntax.
  await page.goto(`/#:~:text=${encodeURIComponent(text).replaceAll('-', '%2D')}`);
  await hydrated(page);
  await expectStep(page, 5);
  await page.goto('/?another#jarayon-4');
  await hydrated(page);
  await expectStep(page, 4);
  await expect(step(page, 4).getByRole('heading')).toBeInViewport();
  const [top, header] = await Promise.all([
    stepViewport(page).boundingBox(),
    page.getByRole('banner').boundingBox(),
  ]);
  expect(top?.y).toBeGreaterThan(header?.height ?? Number.NaN);
  await page.evaluate(() => {
    location.hash = 'jarayon-6';
  });
  await expectStep(page, 6);
  await expect(step(page, 6)).toBeInViewport({ ratio: 1 });
  // Only the current step is in the tab order.
  await expect(page.locator('#jarayon li:not([inert])[id]')).toHaveAttribute('id', 'jarayon-6');
});

test('before React loads the carousel can be scrolled, and the dots link to the steps', async ({
  page,
  consoleErrors,
}) => {
  await page.route('**/assets/entry-client-*.js', (route) => route.abort());
  await page.goto('/');
  await expect(previous(page)).toBeHidden();
  await dot(page, 4).click();
  await expect.poll(() => isInside(page, 4)).toBe(true);
  consoleErrors.expected(/ERR_FAILED/);
});

test('without script the six steps are listed below each other', async ({ scriptless }) => {
  await scriptless.goto('/');
  const tops = await stepViewport(scriptless)
    .locator('li')
    .evaluateAll((all) => all.map((item) => item.getBoundingClientRect().top));
  expect(tops).toHaveLength(6);
  expect(tops).toEqual([...new Set(tops)].sort((one, other) => one - other));
  const section = scriptless.getByRole('region', { name: process.title });
  await expect(section.getByRole('button')).toHaveCount(0);
  await expect(section.getByText(process.hint)).toBeHidden();
});
