import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { chromiumArgs, getWholeChromium } from '../browsers.ts';
import { endOf } from './child.ts';
import { answers } from './served.ts';

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: getWholeChromium(), args: chromiumArgs });

/**
 * A browser as visitors have it, nothing switched off, and nobody looks into it but who connects to the port:
 * Playwright's eyes on every page cost that page time.
 */
export async function openPlainBrowser(port: number): Promise<{ close(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  const own = [
    '--headless=new',
    '--no-first-run',
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${profile}`,
  ];
  const child = spawn(getWholeChromium(), [...chromiumArgs, ...own, 'about:blank'], { stdio: 'ignore' });
  const end = endOf(child);
  await answers(`http://127.0.0.1:${port}/json/version`, child);
  return {
    async close() {
      await end();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
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
