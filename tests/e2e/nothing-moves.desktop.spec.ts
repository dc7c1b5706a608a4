/**
 * Text stays where it was first painted: at every width, on a first and on a second visit, whenever the fonts come,
 * on a device whose fonts are nothing like Onest, and when the document itself comes in pieces.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page, test } from '@playwright/test';
import { chromiumArgs, findChromium } from '../../scripts/chromium.ts';
import { anchors } from '../../site/sections/anchors.ts';
import { expect, hydrated } from './fixtures.ts';

/** The fonts that the stand-ins of site/styles/fonts.css take Onest's measures from. */
const known = ['Roboto', 'Arial', 'Liberation Sans', 'Arimo', 'Noto Sans', 'Helvetica Neue', 'Segoe UI'];

/** Browsers on Linux see only the fonts that this file leaves them: of a bare Debian, DejaVu. */
function fontsUnlikeOnest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
  const rejected = known.map(
    (name) => `<pattern><patelt name="family"><string>${name}</string></patelt></pattern>`,
  );
  const file = join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>/usr/share/fonts</dir>
    <cachedir>${folder}</cachedir><selectfont><rejectfont>${rejected.join('')}</rejectfont></selectfont></fontconfig>`,
  );
  return file;
}

const widths = [320, 360, 412, 768, 1280, 1920];
const addresses = ['/', '/?lang=en', '/?lang=ru'];

declare global {
  var shifts: number;
}

/** A visit at that width, in a browser that has not been here; a page of it is open until the next one. */
async function newVisitor(browser: Browser, width: number): Promise<Page> {
  for (const context of browser.contexts()) await context.close();
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
  return context.newPage();
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

test.describe('with only fonts unlike Onest', () => {
  let browser: Browser;
  test.beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: findChromium(),
      args: chromiumArgs,
      env: { ...process.env, FONTCONFIG_FILE: fontsUnlikeOnest() },
    });
  });
  test.afterAll(() => browser.close());

  for (const address of addresses) {
    test(`nothing moves on ${address}, on the first visit and on the second`, async ({ baseURL }) => {
      for (const width of widths) {
        const page = await newVisitor(browser, width);
        await page.goto(baseURL + address);
        await hydrated(page);
        expect(await shifted(page), `${width} px, first visit`).toBe(0);
        await page.goto('about:blank');
        await page.goto(baseURL + address);
        await hydrated(page);
        expect(await shifted(page), `${width} px, second visit`).toBe(0);
      }
    });

    test(`nothing moves on ${address} when the fonts come late, or never`, async ({ baseURL }) => {
      for (const width of widths) {
        const page = await newVisitor(browser, width);
        // Let go when React has the page: long after the first paint.
        let release = () => {};
        const late = new Promise<void>((resolve) => {
          release = resolve;
        });
        await page.route('**/*.woff2', async (route) => {
          await late;
          await route.continue();
        });
        const arrived = page.waitForResponse(/onest-latin/);
        await page.goto(baseURL + address, { waitUntil: 'commit' });
        await hydrated(page);
        expect(await shifted(page), `${width} px, fonts on their way`).toBe(0);
        release();
        await (await arrived).finished();
        expect(await shifted(page), `${width} px, fonts here`).toBe(0);
      }
    });
  }

  test('every anchor is reached exactly, while the fonts come late', async ({ baseURL }) => {
    for (const width of [360, 1440]) {
      for (const anchor of Object.values(anchors)) {
        const page = await newVisitor(browser, width);
        await page.route('**/*.woff2', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 300));
          await route.continue();
        });
        await page.goto(`${baseURL}/#${anchor}`);
        await hydrated(page);
        await page.waitForFunction(() => document.fonts.status === 'loaded');
        await expect.poll(() => distanceFromAnchor(page, anchor), `${width} px, #${anchor}`).toBe(0);
      }
    }
  });
});

/** How far the section is from where an anchor leads: under the header, or as near as the page's end lets it. */
const distanceFromAnchor = (page: Page, anchor: string) =>
  page.evaluate((anchor) => {
    const top = document.getElementById(anchor)?.getBoundingClientRect().top ?? Number.NaN;
    const wanted =
      scrollY + top - Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
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
      for (const place of places) {
        cutAt = place;
        const page = await newVisitor(browser, width);
        await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
        await hydrated(page);
        expect(await shifted(page), `${width} px, cut at ${place}`).toBe(0);
      }
    }
  });
});
