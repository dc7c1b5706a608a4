import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from './scripts/browsers.ts';
import { freePort } from './tests/free-port.ts';
import type { JourneyOptions } from './tests/journeys/fixtures.ts';

// Every worker reads this file again and inherits these values.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DATA_DIR ??= removedAtExit(mkdtempSync(join(tmpdir(), 'e2e-')));
// Every inbox test starts a service; this caches its compiled code.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');
// Unset the developer's settings, so that no test lead reaches real people.
const known = readFileSync(new URL('.env.example', import.meta.url), 'utf8').matchAll(/^([A-Z_]+)=/gm);
const unset = Object.fromEntries([...known].map(([, name]) => [name, '']));
const baseURL = `http://localhost:${process.env.E2E_PORT}`;

const phone = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 12; SM-A037F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0.0.0 Mobile Safari/537.36',
};
const desktop = { viewport: { width: 1440, height: 900 } };

// More workers than cores, because half of a test is waiting.
const workers = Math.min(8, 2 * availableParallelism());
/** Each worker drives a browser outside Playwright. */
const engineWorkers = Math.ceil(workers / 4);

export default defineConfig<object, JourneyOptions>({
  testDir: 'tests/e2e',
  workers,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Long, for a busy machine.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    baseURL,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: chromiumArgs,
    },
  },
  projects: [
    // Every test starts its own server.
    { name: 'inbox', testDir: 'tests/inbox', use: phone },
    { name: 'desktop', testMatch: '**/*.desktop.spec.ts', use: desktop },
    // Most visitors hold a phone.
    { name: 'phone', testIgnore: '**/*.desktop.spec.ts', use: phone },
    ...(['firefox', 'webkit'] as const).map((engineName) => ({
      name: engineName,
      testDir: 'tests/journeys',
      use: { engineName },
      workers: engineWorkers,
    })),
  ],
  webServer: {
    command: 'node scripts/pinned-node.mjs node server/main.ts',
    url: `${baseURL}/healthz`,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    env: {
      ...unset,
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
    },
  },
});

function removedAtExit(folder: string): string {
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
