/** A static site on Netlify whose form posts to a Supabase project. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { links } from '#content/links.ts';
import { submissionPath } from '#contract/addresses.ts';
import { withoutMotion } from '#tests/axe.ts';
import { startHttpStandIn } from '#tests/stand-ins/http.ts';
import { startStaticHost } from '#tests/stand-ins/static-host.ts';
import { test as base, expect, hydrated } from './fixtures.ts';
import { failure, fillIn, message, phone, submit, success, values } from './form.ts';
import { words } from './words.ts';

const { contact, footer } = words.en;
const key = 'sb_publishable_c3RhbmQtaW4_abcdefgh';

/** A Supabase project with one table. Its gateway requires the key and allows all origins. */
async function startProject() {
  const rows: unknown[] = [];
  let status = 201;
  const http = await startHttpStandIn(({ method, path, headers, body }) => {
    const cors = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': String(headers['access-control-request-headers']),
    };
    if (method === 'OPTIONS') return { status: 200, headers: cors };
    if (path !== submissionPath || headers.apikey !== key || headers.authorization)
      return { status: 401, headers: cors };
    if (status === 201) rows.push(JSON.parse(body));
    return { status, headers: cors };
  });
  return {
    ...http,
    rows,
    answer(next: number) {
      status = next;
    },
  };
}

async function startSite() {
  const project = await startProject();
  const dist = mkdtempSync(join(tmpdir(), 'static-site-'));
  execFileSync(process.execPath, ['scripts/build.ts', dist], {
    stdio: 'pipe',
    env: { ...process.env, SITE_URL: '', PUBLIC_SUPABASE_URL: project.url, PUBLIC_SUPABASE_KEY: key },
  });
  const host = await startStaticHost(dist);
  return {
    url: host.url,
    project,
    async stop() {
      await Promise.all([project.stop(), host.stop()]);
      rmSync(dist, { recursive: true });
    },
  };
}
type Site = Awaited<ReturnType<typeof startSite>>;

const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
});
// All tests in one worker, which builds the site once.
test.describe.configure({ mode: 'default' });

async function send(page: Page): Promise<void> {
  await fillIn(page, 'Aziza');
  await submit(page).click();
}

test('a sent form is one insert and nothing else; a refused one keeps its fields', async ({
  page,
  site,
  consoleErrors,
}) => {
  const { project } = site;
  await withoutMotion({ page });
  await page.goto(`${site.url}/?lang=en`);
  await hydrated(page);
  await page.evaluate(() =>
    document.addEventListener('click', (event) => event.preventDefault(), { once: true }),
  );
  await page.getByRole('contentinfo').getByRole('link', { name: footer.channel }).click();
  await send(page);
  await expect(success(page)).toContainText(contact.successTitle);
  expect(await values(page)).toEqual(['', '', '', '']);
  expect(project.rows).toEqual([{ name: 'Aziza', phone, email: null, message }]);
  expect(project.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `OPTIONS ${submissionPath}`,
    `POST ${submissionPath}`,
  ]);

  project.answer(503);
  await send(page);
  await expect(failure(page)).toContainText(contact.errorTitle);
  expect(await values(page)).toEqual(['Aziza', phone, '', message]);
  expect(project.rows).toHaveLength(1);
  consoleErrors.expected(/503/, 1);
});

test('without script the form opens the mail program, which the policy allows', async ({
  scriptless,
  site,
}) => {
  const consoleErrors: string[] = [];
  scriptless.on('console', (message) => consoleErrors.push(message.text()));
  await scriptless.goto(`${site.url}/?lang=en`);
  await expect(scriptless.getByRole('form')).toHaveAttribute('action', `mailto:${links.email}`);
  await send(scriptless);
  await scriptless.reload();
  expect(consoleErrors).toEqual([]);
});

test('every language is served, and no request goes to other sites', async ({ page, site }) => {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  for (const language of ['uz', 'en', 'ru'] as const) {
    await page.goto(`${site.url}/?lang=${language}`);
    await hydrated(page);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  }
  expect((await page.request.get(`${site.url}/inbox/index.html`)).status()).toBe(404);
  const missing = await page.request.get(`${site.url}/nowhere?lang=ru`);
  expect([missing.status(), await missing.text()]).toEqual([404, expect.stringContaining('lang="ru"')]);
  expect([...origins]).toEqual([site.url]);
});
