import { expect, scrollPosition, test, visit } from './fixtures.ts';
import { box, dot, expectStep } from './process-steps.ts';

test.beforeEach(async ({ page }) => {
  await visit(page);
  await box(page).evaluate((frame) => frame.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await box(page).hover();
});

test('the wheel scrolls the page and never the steps', async ({ page }) => {
  const before = await scrollPosition(page);
  await page.mouse.wheel(0, 120);
  await expect.poll(() => scrollPosition(page)).toBe(before + 120);
  await page.mouse.wheel(0, -120);
  await expect.poll(() => scrollPosition(page)).toBe(before);
  await expect(dot(page, 1)).toHaveAttribute('aria-current', 'step');
});

test('a drag with the mouse moves one step, however long it is, and a tremble none', async ({ page }) => {
  const frame = await box(page).boundingBox();
  if (!frame) throw new Error('The carousel is not shown');
  const [x, y] = [frame.x + frame.width / 3, frame.y + frame.height / 2];
  const drag = async (distance: number) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + distance, { steps: 5 });
    await page.mouse.up();
  };
  await drag(-20);
  await expectStep(page, 1);
  await drag(-240);
  await expectStep(page, 2);
  await drag(60);
  await expectStep(page, 1);
});
