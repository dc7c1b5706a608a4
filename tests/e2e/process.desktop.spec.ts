import { languageCodes } from '../../contract/languages.ts';
import { expect, scrollPosition, test, visit } from './fixtures.ts';
import { box, dot, expectStep, step } from './process-steps.ts';
import { words } from './words.ts';

for (const language of languageCodes) {
  test(`beside the steps stand their names in ${language}`, async ({ reading }) => {
    const { carousel: label, steps } = words[language].process;
    const page = await reading(language);
    const names = page.getByRole('group', { name: label }).first().getByRole('link');
    for (const [index, { title }] of steps.entries())
      await expect(names.nth(index).getByText(title)).toBeVisible();
  });
}

test('it is 550 px high on phones and 500 px on desktops, whatever its words', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const language of languageCodes) {
    await visit(page, language);
    // The narrowest and the widest of both: words that fit the narrowest fit all between.
    for (const width of [320, 767, 768, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const height = await step(page, 1).evaluate((slide) => slide.closest('[tabindex]')?.clientHeight);
      expect(height, `${language}, ${width} px`).toBe(width < 768 ? 550 : 500);
    }
  }
});

test('without script the names are links to the steps', async ({ scriptless }) => {
  await scriptless.goto('/');
  await dot(scriptless, 6).click();
  await expect(step(scriptless, 6)).toBeInViewport();
});

test('the wheel scrolls the page and never the steps; a drag moves one step, however long it is, and a tremble none', async ({
  page,
}) => {
  await visit(page);
  await box(page).evaluate((frame) => frame.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await box(page).hover();
  const before = await scrollPosition(page);
  await page.mouse.wheel(0, 120);
  await expect.poll(() => scrollPosition(page)).toBe(before + 120);
  await page.mouse.wheel(0, -120);
  await expect.poll(() => scrollPosition(page)).toBe(before);
  await expect(dot(page, 1)).toHaveAttribute('aria-current', 'step');

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
