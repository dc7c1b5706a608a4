import { findChromium } from '../../../scripts/chromium.ts';
import { findFirefox } from '../../../scripts/firefox.ts';
import { findWebKit } from '../../../scripts/webkit.ts';
import type { Engine, EngineName } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { startPlaywright } from './playwright.ts';
import { startWebKit } from './webkit.ts';

export async function startEngine(name: EngineName): Promise<Engine> {
  if (name === 'firefox') {
    const firefox = findFirefox();
    if (firefox?.ofPlaywright) return startPlaywright(name, firefox.path);
    if (firefox) return startFirefox(firefox.path);
  }
  if (name === 'webkit') {
    const webkit = findWebKit();
    if (webkit && 'ofPlaywright' in webkit) return startPlaywright(name, webkit.ofPlaywright);
    if (webkit) return startWebKit(webkit);
  }
  if (name === 'chromium') {
    const chromium = findChromium();
    if (chromium) return startPlaywright(name, chromium);
  }
  throw new Error(`There is no ${name} on this machine; \`npm run test:engines\` gets one.`);
}
