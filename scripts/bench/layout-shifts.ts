/** How far things move by themselves, where Lighthouse does not look: when fonts come late, and while scrolling. */
import type { Browser, Page } from '@playwright/test';
import { closePage, openPhonePage } from './browser.ts';
import { addressOf, landingPages, type Subject, shift } from './subject.ts';
import { atMost, type Row } from './table.ts';

/** Phones, the commonest among the audience and the narrowest, then larger screens. */
const widths = [320, 360, 393, 412, 768, 1024, 1440, 1920];

export async function shiftRows({ site, browser }: Subject): Promise<Row[]> {
  const worst = async (figure: string, measure: typeof whileScrolling): Promise<Row> => {
    const values: Row['values'] = {};
    for (const page of landingPages) {
      const shifts = [];
      for (const width of widths) shifts.push(await measure(browser, addressOf(site, page), width));
      values[page] = Math.max(...shifts);
    }
    return { figure: `Layout shift, ${figure}`, values, show: shift, goal: atMost(0, '0') };
  };
  return [await worst('fonts 1.5 s late', whileFontsArrive), await worst('scrolled through', whileScrolling)];
}

/** Later than the first paint and the main script, as on a network that drops the first packets. */
const fontDelay = 1500;

async function whileFontsArrive(browser: Browser, url: string, width: number): Promise<number> {
  const page = await openPhonePage(browser, { width });
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, fontDelay));
    await route.continue();
  });
  await observe(page);
  const fonts = page.waitForResponse(/woff2/);
  await page.goto(url);
  await fonts;
  await page.waitForFunction(() => document.fonts.status === 'loaded');
  return finish(page);
}

async function whileScrolling(browser: Browser, url: string, width: number): Promise<number> {
  const page = await openPhonePage(browser, { width });
  await observe(page);
  await page.goto(url);
  await page.locator('html.hydrated').waitFor();
  const screens = await page.evaluate(() => Math.ceil(document.documentElement.scrollHeight / innerHeight));
  for (let step = 0; step < screens * 2; step++) {
    await page.evaluate(() => scrollBy({ top: innerHeight / 2, behavior: 'instant' }));
    await page.waitForTimeout(100);
  }
  return finish(page);
}

declare global {
  var shifts: number;
}

async function observe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.shifts += (entry as LayoutShift).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
type LayoutShift = PerformanceEntry & { value: number };

async function finish(page: Page): Promise<number> {
  // The last reveal takes 350 ms, and the observer reports a frame later.
  await page.waitForTimeout(600);
  const shifts = await page.evaluate(() => globalThis.shifts);
  await closePage(page);
  return shifts;
}
