import { words } from '../e2e/words.ts';
import { expect, test } from './journey.ts';
import type { Visitor } from './visitor.ts';

const toggle = '[aria-controls="menu"]';
const links = (visitor: Visitor) =>
  visitor.evaluate(
    () =>
      [...document.querySelectorAll('#menu a')].filter(
        (link) => link.getClientRects().length > 0 && getComputedStyle(link).visibility === 'visible',
      ).length,
  );
const focusIsIn = (visitor: Visitor, selector: string) =>
  visitor.evaluate((selector) => document.activeElement?.closest(selector) !== null, selector);

test('the menu opens with the focus in it, covers the page, and Escape brings the focus back', async ({
  visitor,
}) => {
  await visitor.visit('/');
  expect(await links(visitor)).toBe(0);
  await visitor.click(toggle);
  await expect.poll(() => focusIsIn(visitor, '#menu')).toBe(true);
  expect(await links(visitor)).toBe(6);
  await expect
    .poll(() => visitor.evaluate(() => document.querySelector('main > *')?.matches('[inert]')))
    .toBe(true);
  await visitor.press('Escape');
  await expect.poll(() => links(visitor)).toBe(0);
  expect(await focusIsIn(visitor, toggle)).toBe(true);
});

test('before script is there the menu opens by its link, closes by a second tap at the same place, by a link of its own and after an anchor, and the page stays where it is', async ({
  visitor,
  network,
}) => {
  network.forbidScript();
  await visitor.go('/?lang=en');
  // Firefox needs script to set a page that Onest comes late to in fonts of the same measures.
  await visitor.settled();
  await visitor.scrollTo(1500);
  const { top, bottom, left, right } = await visitor.place('a[href="#menu"]');
  const tap = () => visitor.clickAt((left + right) / 2, (top + bottom) / 2);
  await tap();
  await expect.poll(() => links(visitor)).toBeGreaterThan(5);
  // Once it has slid into its place.
  await visitor.settled();
  await tap();
  await expect.poll(() => links(visitor)).toBe(0);
  expect(await visitor.evaluate(() => scrollY)).toBe(1500);

  await visitor.click('a[href="#menu"]');
  await expect.poll(() => links(visitor)).toBeGreaterThan(5);
  await visitor.click('#menu a', words.en.nav.closeMenu);
  await expect.poll(() => links(visitor)).toBe(0);
  expect(await visitor.evaluate(() => scrollY)).toBe(1500);

  await visitor.click('a[href="#menu"]');
  await visitor.click('#menu a', words.en.nav.services);
  await expect.poll(() => links(visitor)).toBe(0);
  await expect.poll(() => visitor.evaluate(() => location.hash)).toBe('#xizmatlar');
});
