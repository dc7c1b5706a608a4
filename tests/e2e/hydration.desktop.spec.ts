/**
 * React's production build does not compare attributes while it takes a page over; its development build
 * compares everything and also knows of missing keys and wrong nesting. `npm run dev` runs it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { languages } from '../../contract/languages.ts';
import { localAddress } from '../../site/i18n/addresses.ts';
import { expect, hydrated, test } from './fixtures.ts';
import { fillIn, newName, submit, successNotice } from './form.ts';

let server: ChildProcess;
let address: string;

test.beforeAll(async () => {
  server = spawn(process.execPath, ['scripts/dev.ts'], {
    env: { ...process.env, PORT: '0', DATA_DIR: process.env.E2E_DATA_DIR },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
    address = line.match(/http:\/\/localhost:\d+/)?.[0] ?? '';
    if (address) break;
  }
});

test.afterAll(async () => {
  server.kill();
  await once(server, 'exit');
});

/** Icons are made by the build and Vite's socket may be taken by a developer's own server: not React's matter. */
const notReact = /^Failed to load resource|vite|^WebSocket|^404: no page at/;

// One tab for all: a new one would fetch the hundreds of modules anew. In every language the landing page, whose header and
// footer are everybody's; in all of them React's production build looks at the words of the others: the tests of those.
test('in development React finds nothing to complain of on any page, when the language is switched and the form sent', async ({
  page,
  complaints,
}) => {
  complaints.tolerated(notReact);
  const landing = (['en', 'ru', 'uz'] as const).map((language) => localAddress('/', language));
  for (const path of ['/privacy?lang=ru', '/terms?lang=en', '/no-such-page', ...landing]) {
    await test.step(path, async () => {
      await page.goto(address + path);
      await hydrated(page);
    });
  }
  for (const language of ['ru', 'en', 'uz'] as const) {
    await page.getByRole('link', { name: languages[language].name }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  }
  await fillIn(page, newName());
  await submit(page).click();
  await expect(successNotice(page)).toBeVisible();
});
