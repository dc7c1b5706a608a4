import { anchors } from '../../site/sections/anchors.ts';
import { expect, hydrated, test, visit } from './fixtures.ts';
import { words } from './words.ts';

const { nav } = words.uz;
const openMenu = { name: nav.openMenu };
const closeMenu = { name: nav.closeMenu };

test('the open menu leaves nothing behind it within reach; Escape, the button and a wide screen give all of it back', async ({
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
  await expect(page.getByRole('link', { name: nav.skip })).toBeHidden();
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden');

  const behind = page.getByRole('link', { name: words.uz.hero.packages });
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', openMenu)).toBeFocused();
  await behind.focus();
  await expect(behind).toBeFocused();

  await test.step('the menu button answers to the space bar as to Enter', async () => {
    await page.getByRole('button', openMenu).focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', closeMenu)).toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('button', closeMenu).click();
    await expect(page.getByRole('button', openMenu)).toHaveAttribute('aria-expanded', 'false');
  });

  await test.step('on a screen that became wide the menu gives the page back', async () => {
    await page.getByRole('button', openMenu).click();
    await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden');
    await page.setViewportSize({ width: 1200, height: 740 });
    await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
    await behind.focus();
    await expect(behind).toBeFocused();
  });
});

test('a step back to another place of the page closes the menu, which would hide it', async ({ page }) => {
  await visit(page);
  const menu = page.getByRole('navigation', { name: nav.label });
  for (const name of [nav.process, nav.contact]) {
    await page.getByRole('button', openMenu).click();
    await menu.getByRole('link', { name }).click();
    await expect(menu).toBeHidden();
  }
  await page.getByRole('button', openMenu).click();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(`/#${anchors.process}`);
});

test('a menu closed before React was there leaves nothing in the address; one opened before stays open and works, also in another language', async ({
  page,
}) => {
  await page.goto('/?lang=en#menu-toggle');
  await hydrated(page);
  await expect(page).toHaveURL('/?lang=en');
  await expect(page.getByRole('navigation', { name: words.en.nav.label })).toBeHidden();

  await page.goto('/#menu');
  await hydrated(page);
  await expect(page.getByRole('button', closeMenu)).toHaveAttribute('aria-expanded', 'true');
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Русский' }).click();
  const menu = page.getByRole('navigation', { name: words.ru.nav.label });
  await expect(menu.getByRole('link', { name: words.ru.nav.services })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
});
