import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { defaultContent } from '#content/default-content.ts';
import { facts } from '#content/facts.ts';
import { inboxApiPath } from '#contract/addresses.ts';
import { fill } from '#contract/fill.ts';
import type { SiteState } from '#contract/inbox.ts';
import { openDatabase } from '#server/db/open.ts';
import { newSignInLinkToken } from '#server/inbox/codes.ts';
import { expectNoViolations, withoutMotion } from '#tests/axe.ts';
import { freePort } from '#tests/free-port.ts';
import { startServerProcess } from '#tests/processes.ts';
import { test as base, expect, press, words } from './fixtures.ts';

const { site } = words;
const { uz } = defaultContent.texts;
const distDir = join(import.meta.dirname, '../../dist');

type Server = { url: string; dataDir: string; kill(): Promise<unknown>; start(): Promise<void> };

/** `openSite` signs a staff member in and opens the Site page. */
const test = base.extend<{ server: Server; openSite(name?: string): Promise<Page> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
  server: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'site-test-'));
    const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'error', PORT: String(await freePort()) };
    let running = await startServerProcess(distDir, settings);
    await use({
      url: running.url,
      dataDir,
      kill: () => running.end('SIGKILL'),
      async start() {
        running = await startServerProcess(distDir, settings);
      },
    });
    await running.end('SIGTERM');
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

const badgePath = 'texts.uz.hero.badge';
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: site.title }).getByRole('link', { name });
const textAt = (page: Page, path: string) =>
  page.frameLocator('iframe').locator(`[data-path="${path}"]`).first();
const field = (page: Page, language = 'Oʻzbekcha') => page.getByRole('textbox', { name: language });
const price = (page: Page, name: keyof typeof facts) =>
  page.getByLabel(site.labels.facts[name], { exact: true });
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const bar = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const openList = (page: Page) => page.getByRole('link', { name: site.publish, exact: true }).click();
const saved = (page: Page) => expect(bar(page, site.saved)).toBeVisible();

async function publish(page: Page, count: number): Promise<void> {
  await press(page, fill(site.publishCount, { count }));
  await expect(bar(page, site.published)).toBeVisible({ timeout: 60_000 });
}

async function draftOf(page: Page): Promise<Record<string, string>> {
  const state: SiteState = await (await page.request.get(`${inboxApiPath}/site`)).json();
  return Object.fromEntries(Object.entries(state.draft).map(([path, { value }]) => [path, value]));
}

test('a price is typed as people type, seen on the page, published and undone', async ({
  openSite,
  server,
}) => {
  const { url } = server;
  const page = await openSite();
  await tab(page, site.prices).click();
  await expect(page).toHaveURL(/\/site\/prices$/);
  await price(page, 'proPrice').fill('2399 ');
  await expect(page.getByText(fill(site.becomes, { typed: '2399', value: '$2,399' }))).toBeVisible();
  await tab(page, site.page).click();
  await expect(textAt(page, 'texts.uz.services.packages.2.price')).toHaveText('$2,399');
  await openList(page);
  await expect(row(page, site.labels.facts.proPrice)).toContainText('Aziza');
  await expect(row(page, site.labels.facts.proPrice).locator('del')).toHaveText(facts.proPrice);
  await expect(row(page, site.labels.facts.proPrice).locator('ins')).toHaveText('$2,399');
  await publish(page, 1);
  for (const path of ['/', '/?lang=en', '/?lang=ru'])
    expect(await (await page.request.get(url + path)).text()).toContain('$2,399');

  await page.goto('/inbox/site/versions');
  await page.getByRole('link', { name: site.undo }).click();
  await expect(page.getByRole('dialog').locator('ins')).toHaveText(facts.proPrice);
  await press(page, site.yes);
  await expect(row(page, fill(site.version, { number: 2 }))).toContainText(site.live, { timeout: 60_000 });
  // The list of versions is updated before the served pages.
  await expect.poll(async () => (await page.request.get(url)).text()).toContain(facts.proPrice);
});

test('a text is tapped, typed in three languages and seen on the page at once; Back closes the sheet', async ({
  openSite,
}) => {
  const page = await openSite();
  await textAt(page, badgePath).click();
  await expect(field(page)).toBeFocused();
  await field(page).fill("Konsultatsiya bo'lsa bepul");
  await expect(textAt(page, badgePath)).toHaveText('Konsultatsiya boʻlsa bepul');
  await expect(page.getByText(fill(site.others, { languages: 'English, Русский' }))).toBeVisible();
  await field(page, 'English').fill('Your first consultation is free');
  await field(page, 'Русский').fill('Первая консультация бесплатно');
  await page.goBack();
  await expect(field(page)).toBeHidden();
  await expect(textAt(page, badgePath)).toHaveText('Konsultatsiya boʻlsa bepul');
  await saved(page);
  await openList(page);
  await expect(page.getByRole('listitem')).toHaveCount(1);
  for (const text of ['boʻlsa', 'Your', 'бесплатно'])
    await expect(page.getByRole('listitem').locator('ins').filter({ hasText: text })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/site$/);
});

test('a number from Prices may move within its text and has to stay', async ({ openSite }) => {
  const page = await openSite();
  await textAt(page, 'texts.uz.hero.titleSecond').click();
  await expect(field(page)).toHaveValue(`[${facts.grantRange}] grant bilan`);
  await field(page).fill('Grant bilan');
  const problem = fill(site.problems.missing, { name: `[${facts.grantRange}]` });
  await expect(page.getByRole('alert').filter({ hasText: problem })).toBeVisible();
  await field(page).fill(`Grant [${facts.grantRange}]`);
  await expect(page.getByRole('alert').filter({ hasText: problem })).toBeHidden();
  await expect(textAt(page, 'texts.uz.hero.titleSecond')).toHaveText(`Grant ${facts.grantRange}`);
  await press(page, site.putBack);
  await expect(field(page)).toHaveValue(`[${facts.grantRange}] grant bilan`);
  await expect.poll(() => draftOf(page)).toEqual({});
});

const waysOut: Record<string, (page: Page) => Promise<unknown>> = {
  Done: (page) => press(page, site.done),
  'another tab': (page) => page.getByRole('link', { name: words.nav.stats }).click({ force: true }),
  Back: (page) => page.goBack(),
  'a reload': (page) => page.reload(),
  'another address': (page) => page.goto('/inbox/delivery'),
};

for (const [name, leave] of Object.entries(waysOut))
  test(`what was typed just before ${name} is not lost`, async ({ openSite, consoleErrors }) => {
    consoleErrors.allowed(/ERR_|Failed to load/);
    const page = await openSite();
    await page.setViewportSize({ width: 1440, height: 900 });
    await textAt(page, badgePath).click();
    // No answer comes before this person has left.
    await page.route('**/site/draft', () => {});
    await field(page).pressSequentially(' bugun');
    await leave(page);
    await page.unroute('**/site/draft');
    await page.goto('/inbox/site?text=hero.badge');
    await expect(field(page)).toHaveValue(`${uz.hero.badge} bugun`);
    await expect.poll(() => draftOf(page)).toEqual({ [badgePath]: `${uz.hero.badge} bugun` });
  });

test('what was typed in a tab that was closed at once waits on the device', async ({ openSite }) => {
  const page = await openSite();
  await textAt(page, badgePath).click();
  await page.route('**/site/draft', () => {});
  await field(page).fill('Konsultatsiya bugun bepul');
  await page.close();
  const next = await page.context().newPage();
  await next.goto('/inbox/site?text=hero.badge');
  await expect(field(next)).toHaveValue('Konsultatsiya bugun bepul');
  await expect.poll(() => draftOf(next)).toEqual({ [badgePath]: 'Konsultatsiya bugun bepul' });
});

test('a text that is put back while it is being saved does not return', async ({ openSite }) => {
  const page = await openSite();
  await textAt(page, badgePath).click();
  const held = Promise.withResolvers<void>();
  await page.route('**/site/draft', async (route) => {
    await held.promise;
    await route.continue();
  });
  await field(page).fill('Bugun bepul');
  await field(page).fill('Bugun ham bepul');
  await press(page, site.putBack);
  held.resolve();
  await expect(field(page)).toHaveValue(uz.hero.badge);
  await expect.poll(() => draftOf(page)).toEqual({});
});

test('Open goes from the list to the field', async ({ openSite }) => {
  const page = await openSite();
  await tab(page, site.prices).click();
  await page.getByLabel(site.labels.links.email, { exact: true }).fill('info@bilim.uz');
  await openList(page);
  await row(page, 'info@bilim.uz').getByRole('link', { name: site.open }).click();
  await expect(page.getByLabel(site.labels.links.email, { exact: true })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\/site\/publish$/);
});

test('three texts typed offline arrive by themselves; the one that a colleague changed waits for a choice', async ({
  openSite,
  consoleErrors,
}) => {
  consoleErrors.allowed(/ERR_|Failed to load/);
  const [first, second] = [await openSite('Aziza'), await openSite('Sardor')];
  for (const page of [first, second]) await tab(page, site.prices).click();
  await second.context().setOffline(true);
  await price(second, 'basicPrice').fill('$601');
  await price(second, 'plusPrice').fill('$1,799');
  await price(second, 'proPrice').fill('$2,401');
  await price(first, 'plusPrice').fill('$1,999');
  await saved(first);
  await expect(bar(second, site.offline)).toBeVisible();
  // A message that returns would cover the buttons.
  await expect(second.getByRole('alert').filter({ hasText: words.errors.offline })).toHaveCount(0);
  await second.context().setOffline(false);
  await expect
    .poll(() => draftOf(first))
    .toEqual({
      'facts.basicPrice': '$601',
      'facts.plusPrice': '$1,999',
      'facts.proPrice': '$2,401',
    });
  await expect(bar(second, fill(site.toChoose, { count: 1 }))).toBeVisible();
  await second.reload();
  await openList(second);
  const stuck = second.getByRole('listitem').first();
  await expect(stuck).toContainText(site.labels.facts.plusPrice);
  await expect(stuck.getByRole('checkbox')).toBeDisabled();
  for (const value of ['$1,999', '$1,799']) await expect(stuck).toContainText(value);
  await press(second, site.keepMine);
  await expect.poll(async () => (await draftOf(first))['facts.plusPrice']).toBe('$1,799');
  // The colleague's value can be brought back.
  await expect(second.getByText(fill(site.discarded, { count: 1 }))).toBeVisible();
  await expect(price(first, 'plusPrice')).toHaveValue('$1,799');
});

test('a text of 5,000 characters does not hold up another, and is not lost', async ({ openSite }) => {
  const long = 'Konsultatsiya '.repeat(400).trim();
  const page = await openSite();
  await textAt(page, badgePath).click();
  await field(page).fill(long);
  await field(page, 'English').fill('Your first consultation is free');
  const problem = fill(site.problems.long, { maxLength: 34 });
  await expect(page.getByRole('alert').filter({ hasText: problem })).toBeVisible();
  await expect
    .poll(() => draftOf(page))
    .toEqual({ 'texts.en.hero.badge': 'Your first consultation is free' });
  await page.reload();
  await expect(field(page)).toHaveValue(long);
  await press(page, site.done);
  await openList(page);
  await expect(row(page, site.notOut).getByRole('checkbox')).toBeDisabled();
});

test('a publication is the ticked list: what a colleague changes meanwhile is shown first', async ({
  openSite,
  consoleErrors,
  server,
}) => {
  consoleErrors.allowed(/409/);
  const [first, second] = [await openSite('Aziza'), await openSite('Sardor')];
  await tab(first, site.prices).click();
  await price(first, 'proPrice').fill('$2,401');
  await price(first, 'plusPrice').fill('$1,901');
  await price(first, 'refundShare').fill('150%');
  await saved(first);
  await openList(first);
  await expect(row(first, site.notOut)).toContainText('150%');
  // Sardor's half price is not known here yet.
  await first.route('**/site/revision', (route) => route.abort());
  consoleErrors.allowed(/ERR_FAILED/);
  await tab(second, site.prices).click();
  await expect(price(second, 'plusPrice')).toHaveValue('$1,901');
  await price(second, 'plusPrice').fill('$1,');
  await price(second, 'basicPrice').fill('$601');
  await expect.poll(async () => (await draftOf(second))['facts.basicPrice']).toBe('$601');
  await press(first, fill(site.publishCount, { count: 2 }));
  await expect(first.getByRole('alert').filter({ hasText: site.raced })).toBeVisible();
  expect(await (await first.request.get(server.url)).text()).not.toContain('$2,401');
  await expect(row(first, site.fresh)).toContainText(site.labels.facts.basicPrice);
  await publish(first, 1);
  const live = await (await first.request.get(server.url)).text();
  expect(live).toContain('$2,401');
  expect(live).toContain(facts.basicPrice);
  expect(await draftOf(first)).toEqual({
    'facts.basicPrice': '$601',
    'facts.plusPrice': '$1,',
    'facts.refundShare': '150%',
  });
});

test('a price typed while the server is killed is saved when it is back', async ({
  openSite,
  consoleErrors,
  server,
}) => {
  consoleErrors.allowed(/ERR_|Failed to load/);
  const page = await openSite();
  await tab(page, site.prices).click();
  await price(page, 'proPrice').fill('$2,401');
  const killed = server.kill();
  await price(page, 'proPrice').fill('$2,402');
  await price(page, 'plusPrice').fill('$1,902');
  await killed;
  await expect(bar(page, site.offline)).toBeVisible();
  await server.start();
  await expect.poll(() => draftOf(page)).toEqual({ 'facts.plusPrice': '$1,902', 'facts.proPrice': '$2,402' });
  await expect(bar(page, site.saved)).toBeVisible();
});

test('what is discarded can be brought back', async ({ openSite }) => {
  const page = await openSite();
  await page.setViewportSize({ width: 1440, height: 900 });
  await tab(page, site.pricesLong).click();
  await price(page, 'proPrice').fill('$2,401');
  await saved(page);
  await openList(page);
  await press(page, site.discardTicked);
  await page.getByRole('dialog').getByRole('button', { name: site.discardYes }).click();
  await expect(page.getByText(site.noChanges)).toBeVisible();
  expect(await draftOf(page)).toEqual({});
  await page.getByText(fill(site.discarded, { count: 1 })).click();
  await press(page, site.bringBack);
  await expect.poll(() => draftOf(page)).toEqual({ 'facts.proPrice': '$2,401' });
});

test('the field and the text on the page are visible on a phone, above its keyboard and on a laptop', async ({
  openSite,
}) => {
  const page = await openSite();
  await textAt(page, 'texts.uz.faq.items.2.answer').click();
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 360, height: 420 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    await expect(textAt(page, 'texts.uz.faq.items.2.answer')).toBeInViewport({ ratio: 0.5 });
    await expect(field(page)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: site.done })).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 360, height: 420 });
  await expect(field(page, 'English')).toBeHidden();
  await page.getByRole('group', { name: site.language }).getByRole('button', { name: 'EN' }).click();
  await expect(field(page, 'English')).toBeInViewport({ ratio: 1 });
  await expect(field(page)).toBeHidden();
});

test('the deadline of a day and a month is on the page after it is chosen', async ({ openSite }) => {
  const page = await openSite();
  await tab(page, site.prices).click();
  const deadline = page.getByRole('group', { name: site.labels.deadlines.springDeadline, exact: true });
  await deadline.getByLabel(site.month).selectOption('fevral');
  await expect(page.getByText(site.problems.date)).toBeVisible();
  await deadline.getByLabel(site.day).selectOption('15');
  await expect(page.getByText(site.problems.date)).toBeHidden();
  await openList(page);
  await expect(page.getByRole('listitem')).toContainText('15-fevral');
  await page.goto('/inbox/site');
  const answer = page.frameLocator('iframe').locator('[data-path="texts.uz.faq.items.8.answer"]');
  await expect.poll(async () => (await answer.allTextContents()).join('')).toContain('15-fevral');
});

test('a text is found without its apostrophes, on the page or not', async ({ openSite }) => {
  const page = await openSite();
  await press(page, site.find);
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.getByRole('searchbox').fill("O'QING");
  for (const text of [uz.hero.titleFirst, fill(uz.meta.title, facts)])
    await expect(page.getByRole('button', { name: text })).toBeVisible();
  await page.getByRole('button', { name: fill(uz.meta.title, facts) }).click();
  await field(page).fill(`O'qing: [${facts.grantRange}] grant`);
  await expect.poll(() => draftOf(page)).toEqual({ 'texts.uz.meta.title': 'Oʻqing: {grantRange} grant' });
  await page.goBack();
  await expect(page.getByRole('searchbox')).toBeHidden();
});

test('a version says which one it is, changes nothing when tapped, and shows what restoring it would change', async ({
  openSite,
}) => {
  const page = await openSite();
  await tab(page, site.prices).click();
  await price(page, 'proPrice').fill('$2,401');
  await saved(page);
  await openList(page);
  await publish(page, 1);
  await page.goto('/inbox/site/versions');
  await row(page, site.original).getByRole('link', { name: site.look }).click();
  await expect(page.getByRole('heading', { level: 1, name: site.original })).toBeVisible();
  await expect(bar(page, site.viewOnly)).toContainText(fill(site.version, { number: 1 }));
  await page.frameLocator('iframe').getByText(uz.hero.badge, { exact: true }).click();
  await expect(page).toHaveURL(/\/site\/versions\/0$/);
  await page.goBack();
  await row(page, site.original).getByRole('link', { name: site.restore }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('ins')).toHaveText([facts.proPrice]);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/site\/versions$/);
});

test('a colleague’s change shows on an open page and in an open sheet', async ({ openSite }) => {
  const [first, second] = [await openSite('Aziza'), await openSite('Sardor')];
  await textAt(first, badgePath).click();
  await textAt(second, badgePath).click();
  await field(first).fill('Konsultatsiya bugun bepul');
  await expect(textAt(second, badgePath)).toHaveText('Konsultatsiya bugun bepul');
  await expect(field(second)).toHaveValue('Konsultatsiya bugun bepul');
});

test('Site can be used with the keyboard alone', async ({ openSite }) => {
  const page = await openSite();
  await page.getByRole('button', { name: site.find }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('bepul');
  const hit = page.getByRole('button', { name: `${uz.hero.badge} ${site.parts.hero}`, exact: true });
  await expect(hit).toBeVisible();
  await page.keyboard.press('Tab');
  await hit.press('Enter');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeHidden();
  await saved(page);
  await page.getByRole('link', { name: site.publish, exact: true }).press('Enter');
  const checkbox = page.getByRole('checkbox');
  await checkbox.press('Space');
  await expect(checkbox).not.toBeChecked();
});

for (const path of [
  '?text=hero.titleSecond',
  '?find',
  '/prices',
  '/publish',
  '/versions',
  '/versions?restore=0',
])
  test(`axe finds nothing in /site${path}, and nothing is wider than the screen`, async ({ openSite }) => {
    const page = await openSite();
    await withoutMotion({ page });
    await tab(page, site.prices).click();
    await price(page, 'refundShare').fill('150%');
    await price(page, 'proPrice').fill('$2,401');
    await saved(page);
    await page.goto(`/inbox/site${path}`);
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 740 });
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBeLessThanOrEqual(0);
    }
    await expectNoViolations(page, { frames: true });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoViolations(page, { frames: true, rules: ['color-contrast'] });
  });
