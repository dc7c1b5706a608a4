import type { Page } from '@playwright/test';
import { withoutMotion } from '../axe.ts';
import { expect, scrollPosition, test, visit } from './fixtures.ts';
import { fields } from './form.ts';
import { box, expectStep, next, step } from './process-steps.ts';
import { words } from './words.ts';

test.beforeEach(withoutMotion);

const upright = { width: 360, height: 740 };
const onItsSide = { width: 740, height: 360 };

test('whoever turns the phone, and turns it back, goes on where they were', async ({ page }) => {
  await visit(page);
  const [first] = words.uz.faq.items;
  const [basic, plus] = words.uz.services.packages;
  for (const [place, element] of Object.entries({
    'a heading': page.getByRole('heading', { name: words.uz.services.italy.title }),
    // On the side they stand beside each other.
    'a line of a package': page.getByText(basic?.features[3] ?? '', { exact: true }),
    'a line of the next one': page.getByText(plus?.features[1] ?? '', { exact: true }),
    'a row of the comparison': page.getByRole('row').last(),
    'a step': page.locator('#jarayon-1 h3'),
    'a question': page.getByText(first?.question ?? ''),
  })) {
    await test.step(place, async () => {
      await page.setViewportSize(upright);
      await element.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await read(page);
      for (const size of [onItsSide, upright]) {
        await page.setViewportSize(size);
        await expect(element).toBeInViewport({ ratio: 1 });
        await expect.poll(() => isBelowHeader(page, element)).toBe(true);
        await read(page);
      }
    });
  }
});

test('whoever turns the phone at the last step of the carousel still has it on the screen, and turned back, all of it', async ({
  page,
}) => {
  await visit(page);
  await page.setViewportSize(upright);
  await box(page).focus();
  await box(page).evaluate((one) =>
    scrollBy({ top: one.getBoundingClientRect().top - 100, behavior: 'instant' }),
  );
  await read(page);
  const before = await scrollPosition(page);
  // Only the carousel scrolls, not the page.
  await page.keyboard.press('End');
  await expectStep(page, 6);
  await read(page);
  await page.setViewportSize(onItsSide);
  await expect(step(page, 6).getByRole('heading')).toBeInViewport({ ratio: 1 });
  await read(page);
  await page.setViewportSize(upright);
  await expect.poll(async () => Math.abs((await scrollPosition(page)) - before)).toBeLessThan(20);
  await expectStep(page, 6);
});

test('whoever turns the phone while the carousel is on its way sees the step it was on the way to', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await visit(page);
  await page.setViewportSize(upright);
  await step(page, 3)
    .getByRole('heading')
    .evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await expectStep(page, 3);
  await read(page);
  await next(page).click();
  await page.setViewportSize(onItsSide);
  await expectStep(page, 4);
  await expect(step(page, 4).getByRole('heading')).toBeInViewport({ ratio: 1 });
});

test('a field that is filled in stays on the screen when the phone is turned', async ({ page }) => {
  await visit(page);
  const name = fields(page).first();
  await page.setViewportSize(upright);
  await name.evaluate((one) => scrollBy(0, one.getBoundingClientRect().top - 100));
  await name.fill('Aziza');
  await read(page);
  await page.setViewportSize(onItsSide);
  await expect(name).toBeInViewport({ ratio: 1 });
  await expect.poll(() => isBelowHeader(page, name)).toBe(true);
  await expect(name).toBeFocused();
});

/** Nobody turns a phone within the same moment. */
const read = (page: Page) => page.waitForTimeout(400);

const isBelowHeader = async (page: Page, element: ReturnType<Page['locator']>) => {
  const header = await page.getByRole('banner').boundingBox();
  return ((await element.boundingBox())?.y ?? 0) >= (header?.height ?? Number.NaN);
};
