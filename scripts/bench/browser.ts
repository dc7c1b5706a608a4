import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { chromiumArgs, getChromium } from '../chromium.ts';

export const openBrowser = (...args: string[]): Promise<Browser> =>
  chromium.launch({ executablePath: getChromium(), args: [...chromiumArgs, ...args] });

/** The audience's phone: small, touched, and by `slowDown` slower than this machine. */
export async function openPhonePage(browser: Browser, { width = 360, slowDown = 1 } = {}) {
  const context = await browser.newContext({
    viewport: { width, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  if (slowDown > 1) {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  }
  return page;
}

export const closePage = (page: { context(): BrowserContext }) => page.context().close();
