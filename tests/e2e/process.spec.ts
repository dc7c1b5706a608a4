import { languageCodes } from '../../site/i18n/languages.ts';
import { fill } from '../../site/i18n/translate.ts';
import { expect, test, visit } from './fixtures.ts';
import { carousel, dot, expectStep, next, previous } from './process-steps.ts';
import { words } from './words.ts';

const { process } = words.uz;

for (const language of languageCodes) {
  test(`six steps, each with an icon, and the swipe hint in ${language}`, async ({ reading }) => {
    const { title, carousel: label, steps, hint } = words[language].process;
    const page = await reading(language);
    const section = page.getByRole('region', { name: title });
    const items = section.getByRole('group', { name: label }).first().locator('ol > li');
    await expect(items).toHaveCount(6);
    await expect(items.getByRole('heading')).toHaveText(steps.map((step) => step.title));
    await expect(items).toContainText(steps.map((step) => step.description));
    const icons = await items.evaluateAll((all) =>
      all.map((item) => [...item.querySelectorAll('use')].at(-1)?.getAttribute('href')),
    );
    expect(new Set(icons).size, 'an icon of its own for each').toBe(6);
    await expect(section.getByText(hint)).toBeVisible();
  });
}

test('the buttons move one step and rest at the ends: it does not loop', async ({ page }) => {
  await visit(page);
  await expectStep(page, 1);
  for (let number = 2; number <= 6; number++) {
    await next(page).click();
    await expectStep(page, number);
  }
  for (let number = 5; number >= 1; number--) await previous(page).click();
  await expectStep(page, 1);
});

test('a second step before the first is through counts, too', async ({ page }) => {
  await visit(page);
  await next(page).evaluate((button) => {
    (button as HTMLElement).click();
    (button as HTMLElement).click();
  });
  await expectStep(page, 3);
});

test('the dots jump and the keys walk', async ({ page }) => {
  await visit(page);
  await dot(page, 5).click();
  await expectStep(page, 5);
  await carousel(page).getByRole('group').focus();
  const walk = { ArrowUp: 4, ArrowDown: 5, ArrowLeft: 4, ArrowRight: 5, End: 6, Home: 1 };
  for (const [key, number] of Object.entries(walk)) {
    await page.keyboard.press(key);
    await expect(dot(page, number)).toHaveAttribute('aria-current', 'step');
  }
  // Beyond the ends there is nothing.
  await page.keyboard.press('ArrowUp');
  await expectStep(page, 1);
});

test('a step is announced politely, and only once the visitor has moved', async ({ page }) => {
  await visit(page);
  const voice = carousel(page).locator('[aria-live="polite"]');
  await expect(voice).toBeEmpty();
  await next(page).click();
  await expect(voice).toHaveText(
    `${fill(process.position, { number: 2, total: 6 })}: ${process.steps[1]?.title}`,
  );
});

test('it is 550 px high on a phone and 500 px on a desktop', async ({ reading, isMobile }) => {
  const page = await reading('uz');
  expect((await carousel(page).boundingBox())?.height).toBe(isMobile ? 550 : 500);
});

test('without script the six steps are simply listed', async ({ scriptless }) => {
  await scriptless.goto('/');
  const section = scriptless.getByRole('region', { name: process.title });
  const items = section.locator('ol > li');
  await expect(items).toHaveCount(6);
  const boxes = await Promise.all((await items.all()).map((item) => item.boundingBox()));
  for (const [index, box] of boxes.entries()) {
    const above = boxes[index - 1];
    expect(box?.y ?? 0).toBeGreaterThan(above ? above.y + above.height - 1 : 0);
    expect(box?.height).toBeGreaterThan(50);
  }
  await expect(section.getByRole('button')).toHaveCount(0);
  await expect(section.getByText(process.hint)).toBeHidden();
});
