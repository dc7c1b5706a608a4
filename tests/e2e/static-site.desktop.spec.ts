/** The site as static files whose form posts straight to a hosted project: no server of this project anywhere. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { links } from '../../content/links.ts';
import { withoutMotion } from '../axe.ts';
import { legacyKey, publishableKey, startHostedProject } from '../stand-ins/hosted-project.ts';
import { startStaticHost } from '../stand-ins/static-host.ts';
import { expect, hydrated, test } from './fixtures.ts';
import { errorNotice, fillIn, message, phone, submit, successNotice, values } from './form.ts';
import { words } from './words.ts';

// One worker for the whole file: each would build the site for itself.
test.describe.configure({ mode: 'default' });

type Project = Awaited<ReturnType<typeof startHostedProject>>;
const lead = { name: 'Aziza', phone, email: null, message };
const path = '/rest/v1/contact_submissions';

function buildFor(project: Project, key: string): string {
  const dist = mkdtempSync(join(tmpdir(), 'static-site-'));
  execFileSync(process.execPath, ['scripts/build.ts', dist], {
    stdio: 'pipe',
    env: { ...process.env, SITE_URL: '', PUBLIC_SUPABASE_URL: project.url, PUBLIC_SUPABASE_KEY: key },
  });
  return dist;
}

test.describe('with a publishable key', () => {
  let project: Project;
  let dist: string;
  let site: Awaited<ReturnType<typeof startStaticHost>>;

  test.beforeAll(async () => {
    project = await startHostedProject(publishableKey);
    dist = buildFor(project, publishableKey);
    site = await startStaticHost(dist);
  });
  test.afterAll(async () => {
    await Promise.all([project.stop(), site.stop()]);
    rmSync(dist, { recursive: true, force: true });
  });
  const forget = () => {
    project.calls.length = 0;
    project.rows.length = 0;
  };
  test.beforeEach(forget);

  test('nothing is counted; a sent form is one insert, a refusal is told, a broken connection tried once more', async ({
    page,
    complaints,
  }) => {
    const sent: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
    await open(page, site.url);

    await test.step('nothing is counted, told or kept in the tab: there is nobody who counts', async () => {
      await fillIn(page, 'Aziza');
      await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
      await page.getByRole('contentinfo').getByRole('link', { name: words.en.footer.channel }).click();
      expect(sent).toEqual([]);
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    });

    await open(page, site.url);
    await test.step('a sent form is one insert, in exactly the words the project expects', async () => {
      await send(page);
      await expect(successNotice(page)).toContainText(words.en.contact.successTitle);
      expect(await values(page)).toEqual(['', '', '', '']);

      expect(project.rows).toEqual([lead]);
      const [preflight, insert, ...more] = project.calls;
      expect(more).toEqual([]);
      expect(preflight).toMatchObject({ method: 'OPTIONS', path });
      expect(preflight?.headers['access-control-request-headers']).toBe('apikey,content-type');
      expect(insert).toMatchObject({ method: 'POST', path });
      expect(insert?.headers).toMatchObject({ apikey: publishableKey, 'content-type': 'application/json' });
      expect(Object.keys(JSON.parse(insert?.body ?? ''))).toEqual(['name', 'phone', 'email', 'message']);
      for (const header of ['authorization', 'cookie']) expect(insert?.headers[header]).toBeUndefined();
    });

    forget();
    await test.step('a refusal is told and the fields are kept', async () => {
      project.trouble({ status: 503, body: { code: 'PGRST000', message: 'Database connection error' } });
      await send(page);
      await expect(errorNotice(page)).toContainText(words.en.contact.errorTitle);
      expect(await values(page)).toEqual(['Aziza', phone, '', message]);
      expect(project.rows).toEqual([]);
      complaints.provoked(/503/, 1);
    });

    forget();
    await test.step('a connection that breaks is tried once more', async () => {
      project.trouble('hang up');
      await submit(page).click();
      await expect(successNotice(page)).toContainText(words.en.contact.successTitle);
      expect(project.rows).toEqual([lead]);
      expect(project.calls.filter(({ method }) => method === 'POST')).toHaveLength(2);
      // Chromium itself repeats a request whose kept connection turns out to be closed, and says nothing then.
      complaints.tolerated(/net::ERR_/);
    });
  });

  test('without script the form goes to the mail program, and the policy lets it', async ({ scriptless }) => {
    const said: string[] = [];
    scriptless.on('console', (message) => said.push(message.text()));
    await scriptless.goto(`${site.url}/?lang=en`);
    await expect(scriptless.getByRole('form')).toHaveAttribute('action', `mailto:${links.email}`);
    await send(scriptless);
    // The browser here has no mail program, so nothing more happens; a blocked form would be told in the console.
    await scriptless.reload();
    expect(said).toEqual([]);
    expect(project.calls).toEqual([]);
  });

  test('the pages come in their languages and call nobody', async ({ page }) => {
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    for (const language of ['uz', 'en', 'ru'] as const) {
      await page.goto(`${site.url}/${language === 'uz' ? '' : `?lang=${language}`}`);
      await hydrated(page);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(words[language].hero.titleFirst);
    }
    expect((await page.request.get(`${site.url}/inbox/index.html`)).status()).toBe(404);
    const missing = await page.request.get(`${site.url}/nowhere?lang=ru`);
    expect([missing.status(), await missing.text()]).toEqual([404, expect.stringContaining('lang="ru"')]);
    expect([...origins]).toEqual([site.url]);
  });
});

test('with a legacy key, which is a token, the key goes into both headers', async ({ page }) => {
  const project = await startHostedProject(legacyKey);
  const dist = buildFor(project, legacyKey);
  const site = await startStaticHost(dist);
  await open(page, site.url);
  await send(page);
  await expect(successNotice(page)).toContainText(words.en.contact.successTitle);
  expect(project.rows).toEqual([lead]);
  const [preflight, insert] = project.calls;
  expect(preflight?.headers['access-control-request-headers']).toBe('apikey,authorization,content-type');
  expect(insert?.headers).toMatchObject({ apikey: legacyKey, authorization: `Bearer ${legacyKey}` });
  await Promise.all([project.stop(), site.stop()]);
  rmSync(dist, { recursive: true, force: true });
});

async function open(page: Page, url: string): Promise<void> {
  await withoutMotion({ page });
  await page.goto(`${url}/?lang=en`);
  await hydrated(page);
}

async function send(page: Page): Promise<void> {
  await fillIn(page, 'Aziza');
  await submit(page).click();
}
