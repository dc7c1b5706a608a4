import { center, dot, expectStep, stepViewport } from './carousel.ts';
import { expect, scrollPosition, test, visit } from './fixtures.ts';

test('the wheel scrolls the page; a drag of any length moves one step, but 20 px move none', async ({
  page,
}) => {
  await visit(page);
  await center(page);
  await stepViewport(page).hover();
  const before = await scrollPosition(page);
  await page.mouse.wheel(0, 120);
  await expect.poll(() => scrollPosition(page)).toBe(before + 120);
  await page.mouse.wheel(0, -120);
  await expect.poll(() => scrollPosition(page)).toBe(before);
  await expect(dot(page, 1)).toHaveAttribute('aria-current', 'step');

  const box = await stepViewport(page).boundingBox();
  if (!box) throw new Error('The carousel is not shown');
  const [x, y] = [box.x + box.width / 3, box.y + box.height / 2];
  for (const [distance, number] of [
    [-20, 1],
    [-240, 2],
    [60, 1],
  ] as const) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + distance, { steps: 5 });
    await page.mouse.up();
    await expectStep(page, number);
  }
});
