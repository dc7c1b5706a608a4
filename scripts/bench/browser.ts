import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { getChromium } from '../chromium.ts';

/** Nothing a browser does on its own account: the pages' requests are the only ones. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

export function openBrowser(...args: string[]): Promise<Browser> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: getChromium(), args: [...quiet, ...sandbox, ...args] });
}

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
