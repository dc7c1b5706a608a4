/** Sets its own widths, so it runs in one project only. */
import type { Page } from '@playwright/test';
import { localAddress } from '../../site/i18n/addresses.ts';
import { languageCodes } from '../../site/i18n/languages.ts';
import { expect, test, visit } from './fixtures.ts';
import { submit } from './form.ts';
import { words } from './words.ts';

const widths = [320, 360, 390, 768, 1024, 1440];

/** How far the page scrolls sideways, and which words stick out of the screen even where it does not. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const screen = document.documentElement.clientWidth;
    const forScreenReaders = (element: Element | null): boolean =>
      element !== null && (element.clientWidth === 1 || forScreenReaders(element.parentElement));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const out = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width } = range.getBoundingClientRect();
      const parent = node.parentElement;
      const shown = parent?.checkVisibility({ visibilityProperty: true }) && !forScreenReaders(parent);
      if (shown && width > 1 && (left < -0.5 || right > screen + 0.5)) out.push(node.textContent);
    }
    return { screen, scrolls: document.documentElement.scrollWidth - screen, out };
  });
const fits = (screen: number) => ({ screen, scrolls: 0, out: [] });

for (const language of languageCodes) {
  for (const path of ['/', '/privacy', '/terms', '/no-such-page']) {
    test(`${path} fits every screen from 320 px up in ${language}`, async ({ page, complaints }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(localAddress(path, language));
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => overflow(page)).toEqual(fits(width));
      }
      if (path === '/no-such-page') complaints.splice(0);
    });
  }

  test(`the narrowest screen holds the menu, the panel, answers and problems in ${language}`, async ({
    page,
  }) => {
    const { nav, floating, faq } = words[language];
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visit(page, language);

    await page.getByRole('button', { name: nav.openMenu }).click();
    await expect(page.getByRole('link', { name: nav.consultation, exact: true })).toBeVisible();
    expect(await overflow(page)).toEqual(fits(320));
    await page.getByRole('button', { name: nav.closeMenu }).click();
    await page.getByRole('button', { name: floating.toggle }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await overflow(page)).toEqual(fits(320));
    await page.keyboard.press('Escape');
    await page.getByText(faq.items[0]?.question ?? '').click();
    await submit(page).click();
    await expect(page.locator('[aria-invalid]')).toHaveCount(3);
    expect(await overflow(page)).toEqual(fits(320));
  });
}

for (const language of languageCodes) {
  test(`no figure of the hero has more than three lines under it in ${language}`, async ({ page }) => {
    await visit(page, language);
    for (const width of [768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 768 });
      const lines = await page.locator('dl dt').evaluateAll((terms) =>
        terms.map((term) => {
          const text = document.createRange();
          text.selectNodeContents(term);
          return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
        }),
      );
      expect(Math.max(...lines), `at ${width} px`).toBeLessThanOrEqual(3);
    }
  });
}

test('on a phone on its side header and floating button take less height, and can still be hit', async ({
  page,
}) => {
  const sizes = async () => {
    const header = await page.getByRole('banner').boundingBox();
    const button = await page.getByRole('button', { name: words.uz.floating.toggle }).boundingBox();
    return [Math.round(header?.height ?? 0), Math.round(button?.height ?? 0)] as const;
  };
  await page.setViewportSize({ width: 360, height: 740 });
  await visit(page, 'uz');
  const [header, button] = await sizes();
  await page.setViewportSize({ width: 740, height: 360 });
  const [lowHeader, lowButton] = await sizes();
  expect(lowHeader).toBeLessThanOrEqual(header - 10);
  expect(lowButton).toBeLessThan(button);
  expect(lowButton).toBeGreaterThanOrEqual(44);
  for (const link of await page.getByRole('banner').locator('[data-language]').all()) {
    const box = await link.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= lowHeader).toBe(true);
  }
  expect(await overflow(page)).toEqual(fits(740));
});
