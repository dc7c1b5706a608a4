/** What visitors set in their systems and browsers, and screens that are lower or narrower than most. */
import { languages } from '../../contract/languages.ts';
import { expect, test, visit } from './fixtures.ts';
import { fillIn, newName, submit, successNotice } from './form.ts';
import { words } from './words.ts';

test('in forced colours the language that is read is marked by more than a colour, no icon has a colour of its own, and an arrow that leads nowhere looks like it', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await visit(page, 'en');
  const line = (name: string) =>
    page.getByRole('link', { name }).evaluate((link) => getComputedStyle(link).borderBottomWidth);
  expect(await line(languages.en.name)).toBe('3px');
  expect(await line(languages.ru.name)).toBe('0px');

  // The ground might have an icon's colour, too.
  const odd = await page.evaluate(() => {
    const colour = (element: Element) => getComputedStyle(element).color;
    return [...document.querySelectorAll(':is(main, footer, header) :is(svg, use)')]
      .filter((drawn) => drawn.parentElement && colour(drawn) !== colour(drawn.parentElement))
      .map((drawn) => drawn.getAttribute('href') ?? drawn.querySelector('use')?.getAttribute('href'));
  });
  expect(odd).toEqual([]);
  // In a dark scheme the step's icon would be white on the drawing's own white.
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  const [ground, drawn] = await page.evaluate(() => [
    getComputedStyle(document.querySelector('#d-medallion path') as Element).fill,
    getComputedStyle(document.querySelector('#jarayon-1 use + use') as Element).color,
  ]);
  expect(ground).not.toBe(drawn);
  await page.emulateMedia({ forcedColors: 'active' });

  const colours = (name: string) =>
    page.getByRole('button', { name }).evaluate((arrow) => {
      const { color, borderTopColor } = getComputedStyle(arrow);
      return { color, borderTopColor };
    });
  const [nowhere, on] = [await colours(words.en.process.previous), await colours(words.en.process.next)];
  expect(nowhere.color).not.toBe(on.color);
  expect(nowhere.borderTopColor).not.toBe(on.borderTopColor);

  await test.step('what lies over the page has an edge', async () => {
    await fillIn(page, newName());
    await submit(page).click();
    await expect(successNotice(page)).toBeVisible();
    await page.getByRole('button', { name: words.en.floating.toggle }).click();
    for (const layer of [successNotice(page).locator('> *'), page.getByRole('dialog')]) {
      await expect(layer).toHaveCSS('outline-style', 'solid');
      await expect(layer).not.toHaveCSS('outline-color', 'rgba(0, 0, 0, 0)');
    }
  });
});

test('with reduced motion an answer is there at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(page, 'en');
  const heights = await page
    .locator('details')
    .first()
    .evaluate(async (details) => {
      const height = () => Math.round(details.getBoundingClientRect().height);
      (details as HTMLDetailsElement).open = true;
      const atOnce = height();
      await new Promise((resolve) => setTimeout(resolve, 400));
      return [atOnce, height()];
    });
  expect(heights[0]).toBe(heights[1]);
});

test('DS-160 and -chi never break at their hyphens', async ({ page }) => {
  await visit(page, 'uz');
  const devtools = await page.context().newCDPSession(page);
  for (const [width, size] of [
    ...[320, 344, 360, 375, 390, 412].map((width) => [width, 16] as const),
    ...[320, 360, 412].flatMap((width) => [20, 24].map((size) => [width, size] as const)),
  ]) {
    await page.setViewportSize({ width, height: 740 });
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: size } });
    await expect(page.locator('html')).toHaveCSS('font-size', `${size}px`);
    const broken = await page.evaluate(() => {
      const walker = document.createTreeWalker(
        document.querySelector('main') as Element,
        NodeFilter.SHOW_TEXT,
      );
      const broken: string[] = [];
      while (walker.nextNode()) {
        const { textContent } = walker.currentNode;
        for (const match of (textContent ?? '').matchAll(/DS-160|\S+-chi\b/g)) {
          const range = document.createRange();
          range.setStart(walker.currentNode, match.index);
          range.setEnd(walker.currentNode, match.index + match[0].length);
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
          if (new Set(tops).size > 1) broken.push(match[0]);
        }
      }
      return broken;
    });
    expect(broken, `${width} px, text at ${size} px`).toEqual([]);
  }
});
