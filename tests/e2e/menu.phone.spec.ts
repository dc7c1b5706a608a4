import { expect, hydrated, test, visit } from './fixtures.ts';
import { words } from './words.ts';

const { nav } = words.uz;
const openMenu = { name: nav.openMenu };
const closeMenu = { name: nav.closeMenu };

test('the open menu leaves nothing behind it within reach, and Escape gives all of it back', async ({
  page,
}) => {
  await visit(page);
  const menu = page.getByRole('navigation', { name: nav.label });
  await expect(menu).toBeHidden();

  await page.getByRole('button', openMenu).click();
  await expect(menu).toBeVisible();
  await expect(page.getByRole('button', closeMenu)).toHaveAttribute('aria-expanded', 'true');
  await expect(menu.getByRole('link').first()).toBeFocused();
  for (const link of await menu.getByRole('link').all()) await expect(link).toBeInViewport();

  // Behind it nothing takes the focus, and the page does not scroll.
  const reached = await page.locator('main a, main input, footer a, [data-floating] a').evaluateAll((all) =>
    (all as HTMLElement[]).filter((element) => {
      element.focus();
      return document.activeElement === element;
    }),
  );
  expect(reached).toEqual([]);
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden');

  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', openMenu)).toBeFocused();
  await page.getByRole('link', { name: words.uz.hero.packages }).focus();
  await expect(page.getByRole('link', { name: words.uz.hero.packages })).toBeFocused();
});

test('the menu button answers to the space bar as to Enter', async ({ page }) => {
  await visit(page);
  await page.getByRole('button', openMenu).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', closeMenu)).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', closeMenu).click();
  await expect(page.getByRole('button', openMenu)).toHaveAttribute('aria-expanded', 'false');
});

test('the menu closes after an anchor, which then stands on the screen', async ({ page }) => {
  await visit(page);
  const menu = page.getByRole('navigation', { name: nav.label });
  await page.getByRole('button', openMenu).click();
  await menu.getByRole('link', { name: nav.about }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { name: words.uz.why.title })).toBeInViewport();
});

test('the language can be changed with the menu open', async ({ page }) => {
  await visit(page);
  await page.getByRole('button', openMenu).click();
  await page.getByRole('link', { name: 'Русский' }).click();
  const menu = page.getByRole('navigation', { name: words.ru.nav.label });
  await expect(menu.getByRole('link', { name: words.ru.nav.services })).toBeVisible();
});

test('on a screen that became wide the menu gives the page back', async ({ page }) => {
  await visit(page);
  await page.getByRole('button', openMenu).click();
  await page.setViewportSize({ width: 1200, height: 740 });
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
  await page.getByRole('link', { name: words.uz.hero.packages }).focus();
  await expect(page.getByRole('link', { name: words.uz.hero.packages })).toBeFocused();
});

test('a menu closed before React was there leaves nothing in the address', async ({ page }) => {
  await page.goto('/?lang=en#menu-toggle');
  await hydrated(page);
  await expect(page).toHaveURL('/?lang=en');
  await expect(page.getByRole('navigation', { name: words.en.nav.label })).toBeHidden();
});

test('a menu opened before React was there stays open and works', async ({ page }) => {
  await page.goto('/#menu');
  await hydrated(page);
  await expect(page.getByRole('button', closeMenu)).toHaveAttribute('aria-expanded', 'true');
  await expect(page).toHaveURL('/');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation', { name: nav.label })).toBeHidden();
});
