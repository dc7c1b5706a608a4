/** How long each control lets the visitor wait for the next picture, on a phone four times slower than this machine. */
import type { Browser, Locator, Page } from '@playwright/test';
import { closePage, openPhonePage } from './browser.ts';
import { addressOf, type Subject, say } from './subject.ts';
import { below, median, type Row } from './table.ts';

const slowDown = 4;

/** What a visitor does with each control; every touch of it counts. */
const controls: Record<string, (page: Page) => Promise<unknown>> = {
  menu: async (page) => {
    const toggle = page.locator('header [aria-controls=menu]');
    await tap(toggle);
    await tap(toggle);
  },
  language: async (page) => {
    await tap(page.locator('[data-language=ru]'));
    await page.locator('html[lang=ru]').waitFor();
    await tap(page.locator('[data-language=uz]'));
    await page.locator('html[lang=uz]').waitFor();
  },
  carousel: async (page) => {
    const buttons = page.locator('[aria-roledescription=carousel] button');
    await tap(buttons.last());
    await tap(buttons.first());
  },
  question: async (page) => {
    await tap(page.locator('summary').nth(0));
    await tap(page.locator('summary').nth(1));
  },
  widget: async (page) => {
    const toggle = page.locator('[data-floating] [aria-controls]');
    await tap(toggle);
    await tap(toggle);
  },
  submit: async (page) => {
    const form = page.locator('form');
    await form.locator('[name=name]').fill('Bench');
    await form.locator('[name=phone]').fill('+998 90 000 00 00');
    await form.locator('[name=message]').pressSequentially('Bench', { delay: 50 });
    await tap(form.locator('[type=submit]'));
    await page.locator('[role=status]', { hasText: /\S/ }).last().waitFor();
  },
};

export async function interactionRows({ site, browser, runs }: Subject): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [control, use] of Object.entries(controls)) {
    const slowest: number[] = [];
    for (let run = 0; run < runs; run++) slowest.push(await measure(browser, addressOf(site, '/'), use));
    say(`Interaction ${control}: ${slowest.join(', ')} ms`);
    rows.push({
      figure: `Interaction, ${slowDown}× slower, ${control}, ms`,
      values: { '/': median(slowest) },
      goal: below(100, '100'),
    });
  }
  return rows;
}

/** The slowest interaction with the control; the browser reports in steps of 8 ms, and none below 16. */
async function measure(
  browser: Browser,
  url: string,
  use: (page: Page) => Promise<unknown>,
): Promise<number> {
  const page = await openPhonePage(browser);
  await page.addInitScript(observe);
  await page.goto(url);
  await page.locator('html.hydrated').waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  await use(page);
  await page.waitForTimeout(rest);
  const slowest = await page.evaluate(() => globalThis.slowest);
  await closePage(page);
  return slowest;
}

declare global {
  var slowest: number;
}

function observe() {
  globalThis.slowest = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
      if (entry.interactionId) globalThis.slowest = Math.max(globalThis.slowest, entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Longer than any transition of the page. */
const rest = 600;

/** As long as a finger stays down. */
const touch = 80;

/**
 * A touch of the finger at the control's middle, after the page has come to rest there. Playwright's own takes no
 * time at all, and its listeners some.
 */
async function tap(control: Locator): Promise<void> {
  const page = control.page();
  await control.scrollIntoViewIfNeeded();
  await page.waitForTimeout(rest);
  const box = await control.boundingBox();
  if (!box) throw new Error('The control is not there');
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.waitForTimeout(touch);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.waitForTimeout(rest);
}
