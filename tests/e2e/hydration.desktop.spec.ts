/** The development server. React's development build reports every hydration mismatch. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { languages } from '#contract/languages.ts';
import { test as base, expect, hydrated } from './fixtures.ts';

const test = base.extend<{ development: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
  development: async ({}, use) => {
    const server = spawn(process.execPath, ['scripts/dev.ts'], {
      env: { ...process.env, PORT: '0', DATA_DIR: process.env.E2E_DATA_DIR },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let address = '';
    for await (const line of createInterface({ input: server.stdout })) {
      address = line.match(/http:\/\/localhost:\d+/)?.[0] ?? '';
      if (address) break;
    }
    await use(address);
    server.kill();
    await once(server, 'exit');
  },
});

test('React’s development build reports nothing on a legal page, the landing page, or a language switch', async ({
  page,
  development,
  consoleErrors,
}) => {
  // The development server has no icons, and another one may already use Vite's port.
  consoleErrors.allowed(/^Failed to load resource|vite|^WebSocket/);
  for (const path of ['/privacy?lang=ru', '/?lang=en']) {
    await page.goto(development + path);
    await hydrated(page);
  }
  await page.getByRole('link', { name: languages.uz.name }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'uz');
});
