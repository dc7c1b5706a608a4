import type { Page } from '@playwright/test';
import { languages } from '#contract/languages.ts';
import { expect, test, visit } from './fixtures.ts';
import { words } from './words.ts';

const tooltip = (page: Page) => page.locator('body > div[aria-hidden="true"]').last();
const link = (page: Page, language: 'uz' | 'en' | 'ru') =>
  page.getByRole('link', { name: languages[language].name });

test.beforeEach(async ({ page }) => {
  await page.clock.install();
  await visit(page);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.mouse.move(2, 400);
});

test('a tooltip appears after 700 ms; within 300 ms of leaving it the next one appears at once', async ({
  page,
}) => {
  await link(page, 'en').hover();
  await page.clock.runFor(699);
  await expect(tooltip(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(tooltip(page)).toHaveText('English');
  await expect(tooltip(page)).toBeInViewport({ ratio: 1 });

  await page.mouse.move(2, 400);
  await expect(tooltip(page)).toBeHidden();
  await page.clock.runFor(299);
  await link(page, 'ru').hover();
  await page.clock.runFor(0);
  await expect(tooltip(page)).toBeVisible();
  await expect(tooltip(page)).toHaveText('Русский');

  await page.mouse.move(2, 400);
  await page.clock.runFor(300);
  await link(page, 'uz').hover();
  await page.clock.runFor(699);
  await expect(tooltip(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(tooltip(page)).toHaveText('Oʻzbekcha');
});

test('the pointer can move onto a tooltip; Escape hides it there', async ({ page }) => {
  await link(page, 'en').hover();
  await page.clock.runFor(700);
  const { x, y, width, height } = (await tooltip(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 20 });
  await page.clock.runFor(1000);
  await expect(tooltip(page)).toHaveText('English');
  await expect(tooltip(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip(page)).toBeHidden();
});

test('keyboard focus shows a tooltip, Escape hides it, and every control without visible text has one', async ({
  page,
}) => {
  // Scrolling hides tooltips, and smooth scrolling would go on too long.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: words.uz.process.next }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.clock.runFor(700);
  await expect(tooltip(page)).toHaveText(words.uz.process.next);
  await page.keyboard.press('Escape');
  await expect(tooltip(page)).toBeHidden();

  await page.getByRole('button', { name: words.uz.floating.toggle }).click();
  const silent = await page
    .locator('a, button')
    .evaluateAll((controls) =>
      controls
        .filter((control) => !control.textContent?.trim() && !control.hasAttribute('data-tooltip'))
        .map((control) => control.outerHTML),
    );
  expect(silent).toEqual([]);
});
