/** The site as static files on Netlify, with a form that posts to a hosted project. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { links } from '../../content/links.ts';
import { submissionPath } from '../../contract/submission.ts';
import { withoutMotion } from '../axe.ts';
import { legacyKey, publishableKey, startHostedProject } from '../stand-ins/hosted-project.ts';
import { startStaticHost } from '../stand-ins/static-host.ts';
import { test as base, expect, hydrated } from './fixtures.ts';
import { failure, fillIn, message, phone, submit, success, values } from './form.ts';
import { words } from './words.ts';

const { contact, footer } = words.en;
const lead = { name: 'Aziza', phone, email: null, message };

async function startSite(key: string) {
  const project = await startHostedProject(key);
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
      const site = await startSite(publishableKey);
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
});
// One worker, so the site is built once.
test.describe.configure({ mode: 'default' });
test.beforeEach(({ site }) => {
  site.project.calls.length = 0;
  site.project.rows.length = 0;
});

async function open(page: Page, site: Site): Promise<void> {
  await withoutMotion({ page });
  await page.goto(`${site.url}/?lang=en`);
  await hydrated(page);
}
async function send(page: Page): Promise<void> {
  await fillIn(page, 'Aziza');
  await submit(page).click();
}

test('a sent form is one insert, and nothing else is sent', async ({ page, site }) => {
  const { project } = site;
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  await open(page, site);
  await page.evaluate(() =>
    document.addEventListener('click', (event) => event.preventDefault(), { once: true }),
  );
  await page.getByRole('contentinfo').getByRole('link', { name: footer.channel }).click();
  expect(sent).toEqual([]);

  await send(page);
  await expect(success(page)).toContainText(contact.successTitle);
  expect(await values(page)).toEqual(['', '', '', '']);
  expect(project.rows).toEqual([lead]);
  expect(project.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `OPTIONS ${submissionPath}`,
    `POST ${submissionPath}`,
  ]);
  const [preflight, insert] = project.calls;
  expect(preflight?.headers['access-control-request-headers']).toBe('apikey,content-type');
  expect(insert?.headers).toMatchObject({ apikey: publishableKey, 'content-type': 'application/json' });
  expect(JSON.parse(insert?.body ?? '')).toEqual(lead);
  for (const header of ['authorization', 'cookie']) expect(insert?.headers[header]).toBeUndefined();
});

test('a refusal keeps the fields; a connection that breaks is tried again', async ({
  page,
  site,
  complaints,
}) => {
  const { project } = site;
  await open(page, site);
  project.trouble({ status: 503, body: { code: 'PGRST000', message: 'Database connection error' } });
  await send(page);
  await expect(failure(page)).toContainText(contact.errorTitle);
  expect(await values(page)).toEqual(['Aziza', phone, '', message]);
  expect(project.rows).toEqual([]);
  project.trouble('hang up');
  await submit(page).click();
  await expect(success(page)).toContainText(contact.successTitle);
  expect(project.rows).toEqual([lead]);
  complaints.provoked(/503/, 1);
  // Chromium itself repeats a request on a connection that turns out to be closed, and says nothing then.
  complaints.tolerated(/net::ERR_/);
});

test('a legacy key, which is a token, goes into both headers', async ({ page }) => {
  const site = await startSite(legacyKey);
  await open(page, site);
  await send(page);
  await expect(success(page)).toContainText(contact.successTitle);
  expect(site.project.rows).toEqual([lead]);
  expect(site.project.calls.at(-1)?.headers).toMatchObject({
    apikey: legacyKey,
    authorization: `Bearer ${legacyKey}`,
  });
  await site.stop();
});

test('without script the form opens the mail program, and the policy allows it', async ({
  scriptless,
  site,
}) => {
  const complaints: string[] = [];
  scriptless.on('console', (message) => complaints.push(message.text()));
  await scriptless.goto(`${site.url}/?lang=en`);
  await expect(scriptless.getByRole('form')).toHaveAttribute('action', `mailto:${links.email}`);
  await send(scriptless);
  await scriptless.reload();
  expect(complaints).toEqual([]);
  expect(site.project.calls).toEqual([]);
});

test('the pages come in their languages and ask nothing of other sites', async ({ page, site }) => {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  for (const language of ['uz', 'en', 'ru'] as const) {
    await page.goto(`${site.url}/${language === 'uz' ? '' : `?lang=${language}`}`);
    await hydrated(page);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  }
  expect((await page.request.get(`${site.url}/inbox/index.html`)).status()).toBe(404);
  const missing = await page.request.get(`${site.url}/nowhere?lang=ru`);
  expect([missing.status(), await missing.text()]).toEqual([404, expect.stringContaining('lang="ru"')]);
  expect([...origins]).toEqual([site.url]);
});
