/** The system's Firefox over WebDriver BiDi: Playwright drives only a build of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import puppeteer, { type Browser, type BrowserContext, type LaunchOptions, type Page } from 'puppeteer-core';
import { type Device, type Engine, expressionOf, type Tab } from './engine.ts';

/** A page whose fonts are still on the way is there for a visitor. */
const parsed = { waitUntil: 'domcontentloaded' } as const;

type Preferences = Record<string, number | boolean>;

export async function startFirefox(executablePath: string): Promise<Engine> {
  // A second start in the same folder takes half the first one's work. What pages store is not kept there.
  const userDataDir = mkdtempSync(join(tmpdir(), 'firefox-'));
  // What only a browser can be told is told at its start, so one is used for all tabs of the same kind. So is their context:
  // in another one a visit costs half as much again. Each test has a port of its own, to which all belongs that is
  // stored; only cookies are everybody's.
  let running: { kind: string; browser: Browser; context: BrowserContext } | undefined;
  let last: Page | undefined;
  async function newPage(device: Device): Promise<Page> {
    const preferences = preferencesOf(device);
    const kind = JSON.stringify(preferences);
    if (running?.kind !== kind) {
      await running?.browser.close();
      last = undefined;
      const browser = await launch({ executablePath, userDataDir, extraPrefsFirefox: preferences });
      running = { kind, browser, context: await browser.createBrowserContext() };
    }
    const page = await running.context.newPage();
    // Not before: its process would end with it.
    await last?.close();
    last = page;
    await page.setViewport({ width: device.width, height: device.height });
    return page;
  }

  async function open(device: Device): Promise<Tab> {
    const page = await newPage(device);
    return {
      async go(address) {
        await page.goto(address, parsed);
      },
      evaluate: (run, ...args) => page.evaluate(expressionOf(run, args)) as Promise<never>,
      clickAt: (x, y) => page.mouse.click(x, y),
      type: (text) => page.keyboard.type(text),
      press: (key) => page.keyboard.press(key),
      async reload() {
        await page.reload(parsed);
      },
      async screenshot(file) {
        await page.screenshot({ path: file as `${string}.png` });
      },
      print: () => page.pdf({ format: 'A4', printBackground: true }),
      async close() {
        const context = page.browserContext();
        await context.deleteCookie(...(await context.cookies()));
      },
    };
  }

  return {
    open,
    async close() {
      await running?.browser.close();
      rmSync(userDataDir, { recursive: true, force: true });
    },
  };
}

const preferencesOf = ({ phone, textSize, reducedMotion }: Device): Preferences => ({
  ...(phone && { 'ui.useOverlayScrollbars': 1 }),
  ...(textSize && { 'font.size.variable.x-western': textSize, 'font.size.variable.x-cyrillic': textSize }),
  ...(reducedMotion && { 'ui.prefersReducedMotion': 1 }),
});

/** On a busy machine it sometimes dies while it starts. */
async function launch(options: LaunchOptions, tries = 3): Promise<Browser> {
  try {
    return await puppeteer.launch({ browser: 'firefox', headless: true, ...options });
  } catch (error) {
    if (tries === 1) throw error;
    await pause(1000);
    return launch(options, tries - 1);
  }
}
