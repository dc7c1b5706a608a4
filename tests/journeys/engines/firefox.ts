/** The system's Firefox over WebDriver BiDi: Playwright drives only a build of its own. */
import { setTimeout as pause } from 'node:timers/promises';
import puppeteer, { type Browser } from 'puppeteer-core';
import { type Device, type Engine, expressionOf, type Tab } from './engine.ts';

/** A page whose fonts are still on the way is there for a visitor. */
const parsed = { waitUntil: 'domcontentloaded' } as const;

type Preferences = Record<string, number | boolean>;

export async function startFirefox(executablePath: string): Promise<Engine> {
  // What only a browser can be told, at its start, and not a tab.
  let shared: { preferences: string; browser: Browser } | undefined;
  async function sharedBrowser(preferences: Preferences): Promise<Browser> {
    const asText = JSON.stringify(preferences);
    if (shared?.preferences !== asText) {
      await shared?.browser.close();
      shared = { preferences: asText, browser: await launch(executablePath, preferences) };
    }
    return shared.browser;
  }

  async function open(device: Device): Promise<Tab> {
    const preferences = preferencesOf(device);
    // Of its own, so that the others need not start theirs again.
    const ofItsOwn = device.textSize ? await launch(executablePath, preferences) : null;
    const browser = ofItsOwn ?? (await sharedBrowser(preferences));
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ width: device.width, height: device.height });
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
      close: () => (ofItsOwn ?? context).close(),
    };
  }

  return {
    open,
    async close() {
      await shared?.browser.close();
    },
  };
}

const preferencesOf = ({ phone, textSize, reducedMotion }: Device): Preferences => ({
  ...(phone && { 'ui.useOverlayScrollbars': 1 }),
  ...(textSize && { 'font.size.variable.x-western': textSize, 'font.size.variable.x-cyrillic': textSize }),
  ...(reducedMotion && { 'ui.prefersReducedMotion': 1 }),
});

/** On a busy machine it sometimes dies while it starts. */
async function launch(executablePath: string, preferences: Preferences, tries = 3): Promise<Browser> {
  try {
    return await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      extraPrefsFirefox: preferences,
    });
  } catch (error) {
    if (tries === 1) throw error;
    await pause(1000);
    return launch(executablePath, preferences, tries - 1);
  }
}
