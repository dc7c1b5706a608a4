import { findChromium, findFirefox, findWebKit } from '../../../scripts/browsers.ts';
import type { Engine, EngineName } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { startPlaywright } from './playwright.ts';
import { startWebKit } from './webkit.ts';

const engines = {
  chromium: { path: findChromium, start: (path: string) => startPlaywright('chromium', path) },
  firefox: { path: findFirefox, start: startFirefox },
  webkit: { path: findWebKit, start: startWebKit },
};

export function startEngine(name: EngineName): Promise<Engine> {
  const { path, start } = engines[name];
  const found = path();
  if (!found) throw new Error(`There is no ${name} on this machine; \`npm run test:engines\` gets one.`);
  return start(found);
}
