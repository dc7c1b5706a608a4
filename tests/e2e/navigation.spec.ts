/** The header, the menu, anchors and the floating panel. */
import type { Page } from '@playwright/test';
import { links } from '#content/links.ts';
import { withoutMotion } from '#tests/axe.ts';
import { expect, hydrated, scrollPosition, scrollTo, test, visit } from './fixtures.ts';
import { submit } from './form.ts';
import { words } from './words.ts';

const { nav, hero, floating } = words.uz;
const transparent = 'rgba(0, 0, 0, 0)';
const night = 'rgb(11, 27, 63)';
const header = (page: Page) => page.getByRole('banner');
const menu = (page: Page) => page.getByRole('navigation', { name: nav.label });
const openMenu = (page: Page) => page.getByRole('button', { name: nav.openMenu });
const toggle = (page: Page) => page.locator('[aria-controls="floating-panel"]');
const panel = (page: Page) => page.getByRole('dialog', { name: floating.title });

test('the header is fixed and turns opaque once the page is scrolled more than 20 px', async ({ page }) => {
  await visit(page);
  await expect(header(page)).toHaveCSS('position', 'fixed');
  for (const [top, colour] of [
    [21, night],
    [20, transparent],
  ] as const) {
    await scrollTo(page, top);
    await expect(header(page)).toHaveCSS('background-color', colour);
  }
  expect((await header(page).boundingBox())?.y).toBe(0);
});

test('without script the header is opaque over every section', async ({ scriptless }) => {
  await scriptless.goto('/#faq');
  await expect(header(scriptless)).toHaveCSS('background-color', night);
});

test('the first Tab stop is the link that skips the header', async ({ page }) => {
  await visit(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: nav.skip })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/#content');
});

test('a menu link scrolls smoothly to its section and closes the menu', async ({ page }) => {
  await visit(page);
  await page.evaluate(() => {
    const scrolled = { times: 0 };
    addEventListener('scroll', () => scrolled.times++);
    Object.assign(window, { scrolled });
  });
  await openMenu(page).click();
  await menu(page).getByRole('link', { name: nav.consultation, exact: true }).click();
  await expect(menu(page)).toBeHidden();
  await expect(page).toHaveURL('/#aloqa');
  await expect(page.getByRole('heading', { name: words.uz.contact.title })).toBeInViewport();
  // An instant jump fires only one scroll event.
  expect(
    await page.evaluate(() => (window as never as { scrolled: { times: number } }).scrolled.times),
  ).toBeGreaterThan(5);
  await withoutMotion({ page });
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
});

test('the open menu traps the focus and locks scrolling; Escape, Back and a wide screen close it', async ({
  page,
}) => {
  await visit(page);
  await openMenu(page).click();
  await menu(page).getByRole('link', { name: nav.process }).click();
  await expect(menu(page)).toBeHidden();

  await openMenu(page).click();
  await expect(menu(page).getByRole('link').first()).toBeFocused();
  for (const link of await menu(page).getByRole('link').all()) await expect(link).toBeInViewport();
  const reached = await page.locator('main a, main input, footer a, [data-floating] a').evaluateAll((all) =>
    (all as HTMLElement[]).filter((element) => {
      element.focus();
      return document.activeElement === element;
    }),
  );
  expect(reached).toEqual([]);
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden');
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(openMenu(page)).toBeFocused();

  await openMenu(page).click();
  await page.goBack();
  await expect(menu(page)).toBeHidden();
  await expect(page).toHaveURL('/');

  await openMenu(page).click();
  await page.setViewportSize({ width: 1200, height: 740 });
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
  const behind = page.getByRole('link', { name: hero.packages });
  await behind.focus();
  await expect(behind).toBeFocused();
});

test('a menu opened before React loads stays open and works', async ({ page }) => {
  await page.goto('/#menu');
  await hydrated(page);
  await expect(page).toHaveURL('/');
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
});

test('an address with an anchor shows the section right below the header', async ({ page }) => {
  for (const anchor of ['xizmatlar', 'faq', 'aloqa']) {
    await page.goto('about:blank');
    await page.goto(`/#${anchor}`);
    await hydrated(page);
    const distance = () =>
      page.evaluate((anchor) => {
        const { top = Number.NaN } = document.getElementById(anchor)?.getBoundingClientRect() ?? {};
        return Math.abs(top - (document.querySelector('header')?.clientHeight ?? 0));
      }, anchor);
    await expect.poll(distance, anchor).toBeLessThan(2);
  }
});

test('the Home link scrolls to the top without a reload', async ({ page }) => {
  await visit(page, 'en', '/', 'aloqa');
  await page.evaluate(() => Object.assign(window, { same: true }));
  await header(page).getByRole('link', { name: words.en.nav.home }).first().click();
  await expect.poll(() => scrollPosition(page)).toBe(0);
  await expect(page).toHaveURL('/?lang=en');
  expect(await page.evaluate(() => 'same' in window)).toBe(true);
});

test('the floating button toggles a panel at most 20rem wide and moves the focus there', async ({ page }) => {
  await withoutMotion({ page });
  await visit(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const box = await toggle(page).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width - 40);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(height - 40);
  await toggle(page).click();
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(panel(page)).toBeInViewport({ ratio: 1 });
  expect((await panel(page).boundingBox())?.width).toBeLessThanOrEqual(320);
  await expect(panel(page).getByText(floating.description)).toBeVisible();
  await expect(panel(page).getByRole('link', { name: floating.open })).toHaveAttribute(
    'href',
    links.telegramAdmin,
  );
  await toggle(page).click();
  await expect(panel(page)).toBeHidden();

  await toggle(page).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toggle(page)).toBeFocused();
  await page.keyboard.press('Enter');
  const close = page.getByRole('button', { name: floating.close, exact: true });
  await expect(close, 'one button closes').toHaveCount(1);
  await close.click();
  await expect(panel(page)).toBeHidden();
  await expect(toggle(page)).toBeFocused();
  await toggle(page).click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(panel(page)).toBeHidden();
});

test('the floating button covers neither the submit button nor the footer’s last line', async ({ page }) => {
  await withoutMotion({ page });
  await visit(page);
  for (const covered of [submit(page), page.getByText(words.uz.footer.description)]) {
    await covered.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    const button = (await toggle(page).boundingBox()) ?? { x: 0, y: 0 };
    const other = await covered.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { right, bottom } = range.getBoundingClientRect();
      return { right, bottom };
    });
    expect(other.right <= button.x || other.bottom <= button.y).toBe(true);
  }
});

test('without script the floating button leads straight to Telegram', async ({ scriptless }) => {
  await scriptless.goto('/');
  const link = scriptless.getByRole('link', { name: floating.toggle });
  await expect(link).toHaveAttribute('href', links.telegramAdmin);
  await expect(scriptless.getByRole('dialog')).toHaveCount(0);
});
