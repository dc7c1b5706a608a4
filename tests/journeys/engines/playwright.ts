/** Chromium over Playwright. */
import { type Browser, type BrowserType, chromium, firefox, type Page, webkit } from '@playwright/test';
import { chromiumArgs } from '../../../scripts/browsers.ts';
import { type Device, type Engine, type EngineName, expressionOf, type Tab } from './engine.ts';

/** A page whose fonts are still on the way is there for a visitor. */
const parsed = { waitUntil: 'domcontentloaded' } as const;

const types: Record<EngineName, BrowserType> = { chromium, firefox, webkit };

/** Without a word that people's browsers do not have: whoever says it is a robot, and is not counted. */
async function visitorsAgent(browser: Browser): Promise<string> {
  const page = await browser.newPage();
  const agent = await page.evaluate(() => navigator.userAgent);
  await page.close();
  return agent.replace('Headless', '');
}

export async function startPlaywright(name: EngineName, executablePath: string): Promise<Engine> {
  const options = { executablePath, args: name === 'chromium' ? chromiumArgs : [] };
  const browser = await types[name].launch(options);
  const userAgent = await visitorsAgent(browser);

  // A new tab's process is a visit's other half: tabs of the same kind are, one after another, one tab. Each test has a port of
  // its own, to which all belongs that is stored; only cookies are everybody's.
  let running: { kind: string; page: Page; close(): Promise<void> } | undefined;
  async function pageOf(device: Device): Promise<Page> {
    const kind = JSON.stringify(device);
    if (running?.kind === kind) return running.page;
    await running?.close();
    const { width, height, phone, textSize, reducedMotion } = device;
    const ofItsOwn = textSize && name === 'firefox' ? await withTextSize(textSize) : null;
    const context = await (ofItsOwn ?? browser).newContext({
      viewport: { width, height },
      userAgent,
      reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
      // Firefox has no phones.
      ...(phone && name !== 'firefox' && { isMobile: true, hasTouch: true }),
    });
    const page = await context.newPage();
    if (textSize && name === 'chromium') {
      const devtools = await context.newCDPSession(page);
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: textSize } });
    }
    running = { kind, page, close: () => (ofItsOwn ?? context).close() };
    return page;
  }

  async function open(device: Device): Promise<Tab> {
    const page = await pageOf(device);
    return {
      async go(address) {
        await page.goto(address, parsed);
      },
      evaluate: (run, ...args) => page.evaluate(expressionOf(run, args)),
      clickAt: (x, y) => page.mouse.click(x, y),
      type: (text) => page.keyboard.type(text),
      press: (key) => page.keyboard.press(key),
      async reload() {
        await page.reload(parsed);
      },
      async screenshot(file) {
        await page.screenshot({ path: file });
      },
      print: () => page.pdf({ format: 'A4', printBackground: true }),
      close: () => page.context().clearCookies(),
    };
  }

  const withTextSize = (size: number) =>
    types[name].launch({ ...options, firefoxUserPrefs: { 'font.size.variable.x-western': size } });

  return {
    open,
    async close() {
      await running?.close();
      await browser.close();
    },
  };
}
