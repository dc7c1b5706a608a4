import type { Page } from '@playwright/test';
import { languages } from '../../contract/languages.ts';
import { test as base, expect, visit } from './fixtures.ts';
import { words } from './words.ts';

const tooltip = (page: Page) => page.locator('body > div[aria-hidden="true"]').last();
const link = (page: Page, language: 'uz' | 'en' | 'ru') =>
  page.getByRole('link', { name: languages[language].name });

/** Time stands still and is moved by hand. */
const test = base.extend<{ timeStands: undefined }>({
  timeStands: [
    async ({ page }, use) => {
      await page.clock.install();
      await visit(page);
      await page.clock.pauseAt(Date.now() + 3_600_000);
      await page.mouse.move(300, 400);
      await use(undefined);
    },
    { auto: true },
  ],
});

test('a tooltip is on no paper', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  // As when the pointer rests: in a browser that only emulates paper what lies below it moves away.
  await tooltip(page).evaluate((element: HTMLElement) => {
    element.hidden = false;
  });
  await expect(tooltip(page)).toBeHidden();
});

test('a tooltip waits 700 ms; the next one comes at once within 300 ms, and waits again after them', async ({
  page,
}) => {
  await link(page, 'en').hover();
  await page.clock.runFor(699);
  await expect(tooltip(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(tooltip(page)).toBeVisible();
  await expect(tooltip(page)).toHaveText('English');
  await expect(tooltip(page)).toBeInViewport({ ratio: 1 });

  await page.mouse.move(300, 400);
  await expect(tooltip(page)).toBeHidden();
  await page.clock.runFor(299);
  await link(page, 'ru').hover();
  await page.clock.runFor(0);
  await expect(tooltip(page)).toBeVisible();
  await expect(tooltip(page)).toHaveText('Русский');

  await page.mouse.move(300, 400);
  await page.clock.runFor(300);
  await link(page, 'uz').hover();
  await page.clock.runFor(699);
  await expect(tooltip(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(tooltip(page)).toHaveText('Oʻzbekcha');
});

test('the keyboard brings it too, Escape takes it away, and every control without words has one', async ({
  page,
}) => {
  // Where nothing with a tooltip is scrolled under it.
  await page.mouse.move(2, 400);
  await page.getByRole('button', { name: words.uz.process.next }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  // A pointer that rests meets whatever is scrolled under it.
  await page.locator('#jarayon h2').dispatchEvent('pointerover');
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

test('it is as wide as its words, wherever the one before it was, and goes with its control where the browser tells of no pointer that left', async ({
  page,
}) => {
  const toggle = page.getByRole('button', { name: words.uz.floating.toggle });
  const boxOf = async (control: typeof toggle) => {
    await control.hover();
    await page.clock.runFor(700);
    await expect(tooltip(page)).toBeVisible();
    return tooltip(page).boundingBox();
  };
  await toggle.evaluate((control) => (control.dataset.tooltip = 'Words that need a wider tooltip'));
  const alone = await boxOf(toggle);
  await boxOf(link(page, 'ru'));
  expect(await boxOf(toggle)).toEqual(alone);

  await page.mouse.move(300, 400);
  await page.clock.runFor(1_000);
  const english = link(page, 'en');
  await english.dispatchEvent('pointerover', { bubbles: true, pointerType: 'mouse' });
  await page.clock.runFor(700);
  await expect(tooltip(page)).toHaveText('English');
  await expect(tooltip(page)).toBeVisible();
  await english.evaluate((control) => control.remove());
  await expect(tooltip(page)).toBeHidden();
});
