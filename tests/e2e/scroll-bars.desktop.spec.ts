/** Scroll bars that have a width, as beside a mouse. */
import { chromiumArgs, findChromium } from '../../scripts/browsers.ts';
import { expect, test, visit } from './fixtures.ts';

test.use({
  viewport: { width: 800, height: 600 },
  // Playwright hides them.
  launchOptions: {
    executablePath: findChromium(),
    args: chromiumArgs,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
});

test('the header stays where it is when the menu takes the scroll bar away, and when it gives it back', async ({
  page,
}) => {
  await visit(page);
  const width = () => page.evaluate(() => innerWidth - document.documentElement.clientWidth);
  expect(await width()).toBeGreaterThan(0);
  const toggle = page.locator('[aria-controls="menu"]');
  const left = async () => (await toggle.boundingBox())?.x ?? 0;
  const before = await left();
  await toggle.click();
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden');
  // What is as wide as a share of the window takes the bar's share, too.
  expect(Math.abs((await left()) - before)).toBeLessThan(1);
  await page.keyboard.press('Escape');
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
  expect(await left()).toBe(before);
  expect(await width()).toBeGreaterThan(0);
});
