/**
 * Text stays where it was first painted: at every width, whenever the fonts come, on a device whose fonts are nothing
 * like Onest, and when the document itself comes in pieces.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page, test } from '@playwright/test';
import { chromiumArgs, findChromium, phoneFonts } from '../../scripts/browsers.ts';
import { anchors } from '../../site/sections/anchors.ts';
import { hold } from '../hold.ts';
import { expect, hydrated } from './fixtures.ts';

/** On Linux a browser sees only the fonts that such a file leaves it. */
function onlyFont(family: string, folder: string): string {
  const file = join(folder, 'fonts.conf');
  const every = [true, false]
    .map((is) => `<pattern><patelt name="scalable"><bool>${is}</bool></patelt></pattern>`)
    .join('');
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
    <include ignore_missing="yes">/etc/fonts/fonts.conf</include><cachedir>${folder}</cachedir>
    <selectfont><rejectfont>${every}</rejectfont><acceptfont>
    <pattern><patelt name="family"><string>${family}</string></patelt></pattern>
    </acceptfont></selectfont></fontconfig>`,
  );
  return file;
}

const widths = [320, 360, 768, 1280, 1920];
const addresses = ['/', '/?lang=en', '/?lang=ru'];

declare global {
  var shifts: number;
}

/** A tab for all visits at that width: another one's process would be half of each. */
async function openTab(browser: Browser, width: number): Promise<Page> {
  const isMobile = width < 600;
  const context = await browser.newContext({
    viewport: { width, height: isMobile ? 740 : 900 },
    isMobile,
    hasTouch: isMobile,
  });
  await context.addInitScript(() => {
    globalThis.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.shifts += (entry as LayoutShift).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const page = await context.newPage();
  // Every visit is the first: a cache is all that one could leave to the next.
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  return page;
}
type LayoutShift = PerformanceEntry & { value: number };

/** Two frames later the observer has reported everything. */
const shifted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => resolve(globalThis.shifts), 50)),
        ),
      ),
  );

/** The browser whose fonts are these, for all tests of a group. */
function browserWithOnly(family: string): () => Browser {
  let browser: Browser;
  let folder: string;
  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fonts-'));
    browser = await chromium.launch({
      executablePath: findChromium(),
      args: chromiumArgs,
      env: { ...process.env, FONTCONFIG_FILE: onlyFont(family, folder) },
    });
  });
  test.afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });
  return () => browser;
}

// DejaVu is all that a bare Linux has: nothing of it is like Onest, so every width is tried with it.
for (const family of ['DejaVu Sans', ...phoneFonts]) {
  const tried = family === 'DejaVu Sans' ? widths : [360, 1280];
  test.describe(`with only ${family}`, () => {
    const browser = browserWithOnly(family);

    test('nothing moves when the fonts come late, never or in time', async ({ baseURL }) => {
      for (const width of tried) {
        const page = await openTab(browser(), width);
        for (const address of addresses) {
          await test.step(`${width} px, ${address}`, async () => {
            // Let go when React has the page: long after the first paint.
            const release = await hold(page, '**/*.woff2');
            const arrived = page.waitForResponse(/onest/);
            await page.goto(baseURL + address, { waitUntil: 'commit' });
            await hydrated(page);
            expect(await shifted(page), 'fonts on their way').toBe(0);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            expect(wide, 'and nothing is wider than the screen').toBe(width);
            release();
            await (await arrived).finished();
            expect(await shifted(page), 'fonts here').toBe(0);
            await page.unrouteAll();
          });
        }
        // Asked for anew, and held by nobody.
        await page.reload();
        await hydrated(page);
        expect(await shifted(page), `${width} px, fonts in time`).toBe(0);
        await page.context().close();
      }
    });
  });
}

test.describe('with only fonts unlike Onest', () => {
  const browser = browserWithOnly('DejaVu Sans');

  test('every anchor is reached exactly, while the fonts come late', async ({ baseURL }) => {
    for (const [at, anchor] of Object.values(anchors).entries()) {
      const width = at % 2 === 0 ? 360 : 1440;
      const page = await openTab(browser(), width);
      await page.route('**/*.woff2', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await route.continue();
      });
      await page.goto(`${baseURL}/#${anchor}`);
      await hydrated(page);
      await page.waitForFunction(() => document.fonts.status === 'loaded');
      // The pixel that rounding may take.
      await expect.poll(() => distanceFromAnchor(page, anchor), `${width} px, #${anchor}`).toBeLessThan(2);
      await page.context().close();
    }
  });
});

/** How far the section is from where an anchor leads: under the header, or as near as the page's end lets it. */
const distanceFromAnchor = (page: Page, anchor: string) =>
  page.evaluate((anchor) => {
    const top = document.getElementById(anchor)?.getBoundingClientRect().top ?? Number.NaN;
    const wanted = scrollY + top - (document.querySelector('header')?.clientHeight ?? 0);
    const end = document.documentElement.scrollHeight - innerHeight;
    return Math.round(Math.abs(scrollY - Math.min(wanted, end)));
  }, anchor);

test.describe('a document that comes in pieces', () => {
  let server: Server;
  let cutAt = 0;
  test.beforeAll(async ({ baseURL }) => {
    server = createServer(async (request, response) => {
      const answer = await fetch(baseURL + (request.url ?? '/'));
      const body = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' });
      if (request.url !== '/') return void response.end(body);
      response.write(body.subarray(0, cutAt));
      setTimeout(() => response.end(body.subarray(cutAt)), 300);
    }).listen(0);
  });
  test.afterAll(() => server.close());

  test('shows the first screen whole, so that its rest moves nothing', async ({ browser, baseURL }) => {
    const html = Buffer.from(await (await fetch(`${baseURL}/`)).arrayBuffer());
    const places = ['hero-title"', '</h1>', '<dl', '</dl>'].map((text) =>
      html.indexOf(text, html.indexOf('<main')),
    );
    for (const width of [360, 1440]) {
      const page = await openTab(browser, width);
      for (const place of places) {
        cutAt = place;
        await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
        await hydrated(page);
        expect(await shifted(page), `${width} px, cut at ${place}`).toBe(0);
      }
      await page.context().close();
    }
  });
});
