import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { defaultContent } from '#content/default-content.ts';
import { facts } from '#content/facts.ts';
import { inboxApiPath } from '#contract/addresses.ts';
import { fill } from '#contract/fill.ts';
import { openDatabase } from '#server/db/open.ts';
import { newSignInLinkToken } from '#server/inbox/codes.ts';
import { startServerProcess } from '#tests/processes.ts';
import { test as base, expect, press, words } from './fixtures.ts';

const { site } = words;
const { uz } = defaultContent.texts;
const distDir = join(import.meta.dirname, '../../dist');

/** `openSite` signs a staff member in and opens the Site page. */
const test = base.extend<{
  server: { url: string; dataDir: string };
  openSite(name?: string): Promise<Page>;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
  server: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'site-test-'));
    const server = await startServerProcess(distDir, { DATA_DIR: dataDir, LOG_LEVEL: 'error' });
    await use({ url: server.url, dataDir });
    await server.end('SIGTERM');
    rmSync(dataDir, { recursive: true });
  },
  openSite: async ({ browser, server: { url, dataDir }, consoleErrors }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (name = 'Aziza') => {
      const context = await browser.newContext({ baseURL: url });
      contexts.push(context);
      consoleErrors.listenTo(context);
      const db = await openDatabase({ dataDir, databaseUrl: null });
      const data = { token: await newSignInLinkToken(db) };
      await db.close();
      const headers = { Origin: url };
      await context.request.post(`${url}${inboxApiPath}/session`, { headers, data });
      await context.request.put(`${url}${inboxApiPath}/me`, { headers, data: { name } });
      const page = await context.newPage();
      await page.goto('/inbox');
      await page.getByRole('link', { name: words.nav.site, exact: true }).click();
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: site.title }).getByRole('button', { name });
const onPage = (page: Page, text: string) => page.frameLocator('iframe').getByText(text, { exact: true });

async function publish(page: Page): Promise<void> {
  await tab(page, site.publish).click();
  await page.getByRole('main').getByRole('button', { name: site.publish, exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: site.published })).toBeVisible({ timeout: 60_000 });
}

test('a price is changed, previewed, published and undone', async ({ openSite, server }) => {
  const { url } = server;
  const page = await openSite();
  await tab(page, site.details).click();
  const price = page.getByLabel(site.labels.facts.proPrice);
  await price.fill('2399');
  await expect(page.getByText(fill(site.problems.format, { example: '$1,899' }))).toBeVisible();
  await price.fill('$2,399');
  await tab(page, site.publish).click();
  await expect(page.getByRole('listitem')).toContainText([
    new RegExp(`${site.labels.facts.proPrice}.*\\${facts.proPrice} \\$2,399`),
  ]);
  await tab(page, site.page).click();
  await page.getByRole('searchbox', { name: site.find }).fill('2,399');
  await expect(page.getByRole('button', { name: '$2,399' }).first()).toBeVisible();
  await publish(page);
  for (const path of ['/', '/?lang=en', '/?lang=ru'])
    expect(await (await page.request.get(url + path)).text()).toContain('$2,399');

  await tab(page, site.history).click();
  await press(page, site.undo);
  await expect(page.getByText(fill(site.version, { number: 2 }), { exact: true })).toBeVisible({
    timeout: 60_000,
  });
  // The list of versions is updated before the served pages.
  await expect.poll(async () => (await page.request.get(url)).text()).toContain(facts.proPrice);
});

test('a sentence is edited on the page itself, in three languages', async ({ openSite }) => {
  const page = await openSite();
  const badge = onPage(page, uz.hero.badge);
  await badge.click();
  await badge.fill("Konsultatsiya bo'lsa bepul");
  for (const [language, text] of [
    ['English', 'Your first consultation is free'],
    ['Русский', 'Первая консультация бесплатно'],
  ] as const)
    await page.getByRole('textbox', { name: language }).fill(text);
  await press(page, site.done);
  await expect(onPage(page, 'Konsultatsiya boʻlsa bepul')).toBeVisible();
  await tab(page, site.publish).click();
  for (const text of [
    'Konsultatsiya boʻlsa bepul',
    'Your first consultation is free',
    'Первая консультация бесплатно',
  ])
    await expect(page.getByRole('main')).toContainText(text);
});

test('a placeholder cannot be deleted, and Escape restores what was there', async ({ openSite }) => {
  const page = await openSite();
  const title = page.frameLocator('iframe').locator('[data-path="texts.uz.hero.titleSecond"]');
  await title.click();
  await expect(title.locator('[data-name="grantRange"]')).toHaveText(facts.grantRange);
  await title.press('ControlOrMeta+a');
  await title.press('Backspace');
  await expect(title.locator('[data-name="grantRange"]')).toHaveText(facts.grantRange);
  await title.press('End');
  await title.pressSequentially(' hoziroq');
  await title.press('Escape');
  await expect(title).toHaveText(fill(uz.hero.titleSecond, facts));
  await tab(page, site.publish).click();
  await expect(page.getByText(site.noChanges)).toBeVisible();
});

test('when two people change one value, the second is shown the first one’s change', async ({
  openSite,
  consoleErrors,
}) => {
  consoleErrors.expected(/409/, 1);
  consoleErrors.allowed(/ERR_FAILED/);
  const [first, second] = [await openSite('Aziza'), await openSite('Sardor')];
  for (const page of [first, second]) await tab(page, site.details).click();
  const price = (page: Page) => page.getByLabel(site.labels.facts.plusPrice);
  await second.route('**/site', (route) => route.abort());
  await price(first).fill('$1,999');
  await expect(first.getByText(site.saved)).toBeVisible();
  await second.unroute('**/site');
  await price(second).fill('$1,799');
  await expect(second.getByRole('alert').filter({ hasText: 'Aziza' })).toContainText('$1,799');
  await expect(price(second)).toHaveValue('$1,999');
});

test('when two people edit one text on the page, the second is shown the first one’s text', async ({
  openSite,
  consoleErrors,
}) => {
  consoleErrors.expected(/409/, 1);
  consoleErrors.allowed(/ERR_FAILED/);
  const [first, second] = [await openSite('Aziza'), await openSite('Sardor')];
  const badge = (page: Page) => page.frameLocator('iframe').locator('[data-path="texts.uz.hero.badge"]');
  for (const page of [first, second]) await badge(page).click();
  await second.route('**/site/draft', (route) => route.abort());
  await badge(second).fill('Sardorning konsultatsiyasi');
  await badge(first).fill('Azizaning konsultatsiyasi');
  await expect(first.getByText(site.saved)).toBeVisible();
  await second.waitForResponse('**/site');
  await second.unroute('**/site/draft');
  await expect(second.getByRole('alert').filter({ hasText: 'Aziza' })).toContainText('Sardorning');
  await expect(badge(second)).toHaveText('Azizaning konsultatsiyasi');
});

test('the edited text and the button Done are visible on a phone and a laptop', async ({ openSite }) => {
  const page = await openSite();
  const text = page.frameLocator('iframe').locator('[data-path="texts.uz.faq.items.2.answer"]');
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: site.done }) });
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    await text.click();
    await expect(text).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: site.done })).toBeInViewport({ ratio: 1 });
    const frame = await page.locator('iframe').boundingBox();
    expect((frame?.y ?? 0) + (frame?.height ?? 0)).toBeLessThanOrEqual((await form.boundingBox())?.y ?? 0);
    await press(page, site.done);
  }
});

test('a deadline of next year can be typed', async ({ openSite }) => {
  const page = await openSite();
  await page.clock.setFixedTime('2026-11-16T12:00:00+05:00');
  await tab(page, site.details).click();
  const day = page.getByLabel(site.labels.deadlines.springDeadline, { exact: true });
  await expect(day).toHaveValue('2027-10-30');
  await day.press('Backspace');
  await expect(day).toHaveValue('');
  await expect(page.getByText(site.problems.empty)).toBeHidden();
  await day.fill('2027-01-15');
  await day.blur();
  await expect(day).toHaveValue('2027-01-15');
  await tab(page, site.publish).click();
  await expect(page.getByRole('listitem')).toContainText([/15-yanvar/]);
});

test('a question of the FAQ is edited below the page, which shows the change', async ({ openSite }) => {
  const page = await openSite();
  const [first] = uz.faq.items;
  const { question = '' } = first ?? {};
  await onPage(page, question).click({ force: true });
  // The bullets of a text pasted from Word are private-use characters.
  await page.getByRole('textbox', { name: 'Oʻzbekcha' }).fill('\uf0b7Yangi savol?');
  await expect(onPage(page, 'Yangi savol?')).toBeVisible();
  await press(page, site.done);
  await expect(page.getByText(site.saved)).toBeVisible();
  await expect(onPage(page, 'Yangi savol?')).toBeVisible();
});

test('a text that is not on the page can be found and edited; a change in only one language is pointed out', async ({
  openSite,
}) => {
  const page = await openSite();
  await page.getByRole('searchbox', { name: site.find }).fill(uz.meta.privacyDescription);
  await press(page, uz.meta.privacyDescription);
  await page.getByRole('textbox', { name: 'Oʻzbekcha' }).fill('Maʼlumotlar siri');
  await press(page, site.done);
  await tab(page, site.publish).click();
  await expect(page.getByRole('listitem')).toContainText([fill(site.onlyIn, { languages: 'Oʻzbekcha' })]);
});
