/** The system's Firefox over WebDriver BiDi; Playwright needs its own build of Firefox. */
import puppeteer, { type Page } from 'puppeteer-core';
import { type Engine, expressionOf, type Size } from './engine.ts';

/** Resolves with the DOM, without waiting for fonts. */
const parsed = { waitUntil: 'domcontentloaded' } as const;

export async function startFirefox(executablePath: string, size: Size): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    headless: true,
    executablePath,
    // Overlay scroll bars, as on a phone.
    extraPrefsFirefox: { 'ui.useOverlayScrollbars': 1 },
  });
  // One context for all tests: with a new one for each, a visit takes 50% longer.
  const context = await browser.createBrowserContext();
  let last: Page | undefined;
  return {
    async open() {
      const page = await context.newPage();
      // Not earlier: the content process ends with its last tab.
      await last?.close();
      last = page;
      await page.setViewport(size);
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
        async close() {
          await context.deleteCookie(...(await context.cookies()));
        },
      };
    },
    close: () => browser.close(),
  };
}
