import type { Browser } from '@playwright/test';
import { anchors } from '../../site/sections/anchors.ts';
import { expect, test } from './fixtures.ts';

/** On such screens a section may end in the middle of a pixel. */
const pixelRatios = [1.25, 1.75, 2.625];
/** The darkest of the light grounds' colours, the blue of --sand, is 236. */
const light = 230;

test('no dark line shows between two light sections, whatever the screen’s pixels', async ({
  browser,
  baseURL,
}) => {
  const dark: string[] = [];
  for (const ratio of pixelRatios)
    for (const seam of await seams(browser, `${baseURL}/`, ratio))
      if (seam.darkest < light) dark.push(`above #${seam.anchor} at ${ratio}: ${seam.darkest}`);
  expect(dark).toEqual([]);
});

/** The first has none above it, and the one about us begins dark. */
const belowLight = Object.values(anchors)
  .slice(1)
  .filter((anchor) => anchor !== anchors.about);

/** How dark, from 0 to 255, it gets where such a section meets the one above it, left of their content. */
async function seams(browser: Browser, url: string, deviceScaleFactor: number) {
  const context = await browser.newContext({
    viewport: { width: 393, height: 700 },
    deviceScaleFactor,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(url);
  const viewer = await context.newPage();
  const found = [];
  for (const anchor of belowLight) {
    const top = await page.locator(`#${anchor}`).evaluate((section) => {
      scrollTo(0, scrollY + section.getBoundingClientRect().top - innerHeight / 2);
      return Math.round(section.getBoundingClientRect().top);
    });
    const picture = await page.screenshot({ clip: { x: 2, y: top - 3, width: 8, height: 6 } });
    const darkest = await viewer.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const drawing = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      drawing.drawImage(bitmap, 0, 0);
      return Math.min(...drawing.getImageData(0, 0, bitmap.width, bitmap.height).data);
    }, picture.toString('base64'));
    found.push({ anchor, darkest });
  }
  await context.close();
  return found;
}
