import type { Page } from '@playwright/test';
import { links } from '../../content/links.ts';
import { languageCodes } from '../../contract/languages.ts';
import { onThePhone } from '../on-the-phone.ts';
import { expect, test, visit } from './fixtures.ts';
import { submit } from './form.ts';
import { carousel } from './process-steps.ts';
import { words } from './words.ts';

const { floating } = words.uz;
const toggle = (page: Page) => page.locator('[aria-controls="floating-panel"]');
const panel = (page: Page) => page.getByRole('dialog', { name: floating.title });

test('the button toggles the panel, and stands at the bottom right', async ({ page }) => {
  await visit(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const box = await toggle(page).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width - 40);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(height - 40);

  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false');
  await toggle(page).click();
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(panel(page)).toBeInViewport({ ratio: 1 });
  expect((await panel(page).boundingBox())?.width).toBeLessThanOrEqual(320);
  // One line, of a card's size: a section's is too large for it.
  const title = await panel(page).getByRole('heading').boundingBox();
  expect(title?.height).toBeLessThan(32);
  await toggle(page).click();
  await expect(panel(page)).toBeHidden();

  await test.step('the focus goes into it and comes back, by Escape as by the close control', async () => {
    await toggle(page).focus();
    await page.keyboard.press('Space');
    await expect(panel(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await expect(toggle(page)).toBeFocused();

    await page.keyboard.press('Enter');
    await panel(page).getByRole('button', { name: floating.close }).click();
    await expect(panel(page)).toBeHidden();
    await expect(toggle(page)).toBeFocused();
  });

  await test.step('a click outside closes it, one inside does not', async () => {
    await toggle(page).click();
    await panel(page).getByText(floating.description).click();
    await expect(panel(page)).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(panel(page)).toBeHidden();
  });
});

test(
  'the close control lies beside the title and the link is seen, also with large text',
  onThePhone,
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    // While the panel still rises, its parts are measured in different places.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const devtools = await page.context().newCDPSession(page);
    for (const size of [16, 24, 32]) {
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: size } });
      for (const language of languageCodes) {
        await visit(page, language);
        await expect(page.locator('html')).toHaveCSS('font-size', `${size}px`);
        await toggle(page).click();
        const dialog = page.getByRole('dialog');
        const close = await dialog.getByRole('button').boundingBox();
        const lines = await dialog.getByRole('heading').evaluate((title) => {
          const range = document.createRange();
          range.selectNodeContents(title);
          return [...range.getClientRects()].map(({ right, top }) => ({ right, top }));
        });
        for (const { right, top } of lines)
          expect(
            right <= (close?.x ?? 0) || top >= (close?.y ?? 0) + (close?.height ?? 0) - 0.1 * size,
            `${size} px, ${language}`,
          ).toBe(true);
        await expect(dialog.getByRole('link')).toBeInViewport({ ratio: 1 });
      }
    }
  },
);

// 1280 × 1024 at 400 %.
test(
  'on a low screen the panel shows its beginning, and the keyboard brings the rest',
  onThePhone,
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await visit(page);
    await toggle(page).focus();
    await page.keyboard.press('Enter');
    const low = await panel(page).evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight);
    expect(low).toBe(true);
    await expect(panel(page).getByRole('heading')).toBeInViewport({ ratio: 1 });
    await expect(panel(page).getByRole('button', { name: floating.close })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Tab');
    await expect(panel(page).getByRole('button', { name: floating.close })).toBeFocused();
    await page.keyboard.press('Tab');
    const open = panel(page).getByRole('link', { name: floating.open });
    await expect(open).toBeFocused();
    await expect(open).toBeInViewport({ ratio: 0.98 });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await expect(panel(page).getByRole('heading')).toBeInViewport({ ratio: 1 });
  },
);

test('the button covers neither the submit button nor the last line of the footer', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(page);
  const lastLine = page.getByText(words.uz.footer.description);
  for (const covered of [submit(page), lastLine]) {
    // As far down as the floating button reaches: the worst place the page can be scrolled to.
    await covered.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    const [button, other] = await Promise.all([toggle(page).boundingBox(), textBox(covered)]);
    if (!button) throw new Error('The floating button is not shown');
    const apart =
      other.right <= button.x ||
      other.left >= button.x + button.width ||
      other.bottom <= button.y ||
      other.top >= button.y + button.height;
    expect(apart, `${JSON.stringify(button)} does not lie on ${JSON.stringify(other)}`).toBe(true);
  }
});

test(
  'wherever the page is scrolled to, the button lies on no control of the carousel',
  onThePhone,
  async ({ page }) => {
    await visit(page);
    for (const width of [320, 360, 430, 768]) {
      await page.setViewportSize({ width, height: 740 });
      const button = await toggle(page).boundingBox();
      const controls = await carousel(page)
        .locator('a, button')
        .evaluateAll((all) => all.map((control) => control.getBoundingClientRect().right));
      expect(controls.length).toBe(8);
      expect(Math.max(...controls), `at ${width} px`).toBeLessThanOrEqual(button?.x ?? 0);
    }
  },
);

test('without script the button leads straight to Telegram', onThePhone, async ({ scriptless }) => {
  await scriptless.goto('/');
  const link = scriptless.getByRole('link', { name: floating.toggle });
  await expect(link).toHaveAttribute('href', links.telegramAdmin);
  await expect(link).toHaveAttribute('rel', /\bnoopener\b/);
  await expect(scriptless.getByRole('dialog')).toHaveCount(0);
});

/** Where an element's words are, which may be less than its box. */
const textBox = (locator: ReturnType<Page['locator']>) =>
  locator.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right, top, bottom } =
      element.tagName === 'BUTTON' ? element.getBoundingClientRect() : range.getBoundingClientRect();
    return { left, right, top, bottom };
  });
