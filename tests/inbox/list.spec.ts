import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { fill } from '#contract/fill.ts';
import {
  expect,
  heading,
  history,
  open,
  press,
  rows,
  search,
  statusButton,
  test,
  words,
} from './fixtures.ts';

const { list, tabs } = words;
const tab = (page: Page, name: string, count: number) =>
  page.getByRole('navigation', { name: tabs.label }).getByRole('link', { name: `${name} ${count}` });

test('a new lead appears without a reload and is counted in the title and the tab', async ({
  service,
  signIn,
}) => {
  await service.addLead({ name: 'Aziza Karimova' });
  const page = await signIn();
  await page.goto('/inbox');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveTitle(`(1) ${words.title}`);
  await service.addLead({ name: 'Bekzod Raximov' });
  await expect(rows(page)).toContainText(['Bekzod Raximov', 'Aziza Karimova']);
  await expect(page).toHaveTitle(`(2) ${words.title}`);
  await expect(tab(page, tabs.new, 2)).toHaveAttribute('aria-current', 'page');
  await tab(page, tabs.clients, 0).click();
  await expect(page.getByText(list.empty)).toBeVisible();
});

test('search finds a lead by its name in both scripts, part of the phone, email, message or reference', async ({
  service,
  signIn,
}) => {
  const ref = await service.addLead({
    name: 'Жасур Тошматов',
    phone: '+998 (97) 765-43-21',
    email: 'jasur@example.uz',
    message: 'Хочу перевестись в США',
  });
  await service.addLead({ name: 'Aziza Karimova' });
  const page = await signIn();
  await page.goto('/inbox');
  await expect(rows(page)).toHaveCount(2);
  for (const text of ['ТОШМАТ', 'Toshmatov', '65 43-2', 'JASUR@', 'в сша', ref.toLowerCase()]) {
    await search(page).fill(text);
    await expect(rows(page), text).toHaveCount(1);
    await expect(rows(page)).toContainText(['Жасур Тошматов']);
  }
  await search(page).fill('nobody');
  await expect(page.getByText(list.nothingFound)).toBeVisible();
  await search(page).fill('');
  await expect(rows(page)).toHaveCount(2);
});

test('search and filters are in the URL and survive a reload and going back from a lead', async ({
  service,
  signIn,
}) => {
  await service.addLead({ name: 'Aziza Karimova', language: 'ru' });
  await service.addLead({ name: 'Aziza Rahimova' });
  const page = await signIn();
  await page.goto('/inbox');
  await search(page).fill('aziza');
  await press(page, list.filters);
  await page.getByRole('combobox', { name: list.language }).selectOption('ru');
  await press(page, list.week);
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\?q=aziza&language=ru&since=[\d-]+$/);
  await page.reload();
  await expect(search(page)).toHaveValue('aziza');
  await expect(rows(page)).toHaveCount(1);

  const address = page.url();
  await open(page, 'Aziza Karimova');
  await expect(heading(page, 'Aziza Karimova')).toBeFocused();
  await page.getByRole('link', { name: words.lead.back }).click();
  await expect(rows(page).getByRole('link')).toBeFocused();
  expect(page.url()).toBe(address);
});

test('going back from a lead, the chosen tab is in sight', async ({ service, signIn }) => {
  await service.addLead({ name: 'Aziza' });
  const page = await signIn();
  await page.goto('/inbox?tab=all');
  const all = tab(page, tabs.all, 1);
  await expect(all).toBeInViewport({ ratio: 1 });
  await open(page, 'Aziza');
  await expect(heading(page, 'Aziza')).toBeVisible();
  await page.goBack();
  await expect(all).toBeInViewport({ ratio: 1 });
});

test('the CSV file contains the listed leads, with headings in the reader’s language', async ({
  service,
  signIn,
}) => {
  await service.addLead({ name: 'Aziza Karimova', phone: '+998 90 765 43 21' });
  await service.addLead({ name: 'Bekzod Raximov' });
  const page = await signIn();
  await page.goto('/inbox?q=76543');
  await expect(rows(page)).toHaveCount(1);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: `${list.csv}: ${tabs.all} (1)`, exact: true }).click();
  const download = await downloading;
  await expect(page.getByText(fill(list.downloading, { what: `${tabs.all} (1)` }))).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv).toContain('Aziza Karimova');
  expect(csv).not.toContain('Bekzod');
  expect(csv.split('\n')[0]).toContain('Telefon');
});

test('“show more” loads older leads, and a new lead does not scroll the list', async ({
  service,
  signIn,
}) => {
  for (let number = 1; number <= 60; number++) await service.addLead({ name: `Visitor ${number}` });
  const page = await signIn();
  await page.goto('/inbox');
  await expect(rows(page).first()).toContainText('Visitor 60');
  expect(await rows(page).count()).toBeLessThan(60);
  await press(page, list.showMore);
  await expect(rows(page)).toHaveCount(60);
  await rows(page).last().scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(1000);
  await service.addLead({ name: 'Visitor 61' });
  await expect(rows(page)).toHaveCount(61);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(place);
});

test('markup in any field is shown as text', async ({ service, signIn }) => {
  const markup = '<img src=x onerror="document.title=1"><script>alert(1)</script>';
  await service.addLead({
    name: markup,
    phone: `<b>${'1'.repeat(20)}</b>`,
    message: `${markup}\njavascript:alert(1) https://example.com/a.`,
  });
  const page = await signIn('<i>Dilnoza</i>');
  await page.goto('/inbox');
  await open(page, markup);
  await expect(heading(page, markup)).toBeVisible();
  await expect(page).toHaveTitle(`(1) ${markup}`);
  await page.getByLabel(words.lead.note).fill(markup);
  await press(page, words.lead.addNote);
  await expect(history(page).first()).toContainText(markup);
  const article = page.getByRole('article');
  await expect(article.locator('img, script, b, i')).toHaveCount(0);
  await expect(article.getByRole('link', { name: 'https://example.com/a' })).toHaveCount(1);
  await expect(article.locator('a[href^="javascript"]')).toHaveCount(0);
});

test.describe('on a laptop', () => {
  test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false });

  test('the list stays beside the lead, and an unsaved note is kept for its lead', async ({
    service,
    signIn,
  }) => {
    await service.addLead({ name: 'Aziza Karimova' });
    await service.addLead({ name: 'Bekzod Raximov' });
    const page = await signIn();
    const note = page.getByLabel(words.lead.note);
    await page.goto('/inbox');
    await expect(page.getByText(list.choose)).toBeVisible();
    await open(page, 'Aziza Karimova');
    await note.fill('Ertaga soat 15 da');
    await search(page).fill('bekzod');
    await expect(rows(page)).toHaveCount(1);
    await expect(heading(page, 'Aziza Karimova')).toBeVisible();
    await open(page, 'Bekzod Raximov');
    await expect(heading(page, 'Bekzod Raximov')).toBeVisible();
    await expect(note).toHaveValue('');
    await statusButton(page, 'contacted').click();
    await expect(rows(page)).toContainText([words.status.contacted]);
    await page.goBack();
    await expect(heading(page, 'Aziza Karimova')).toBeVisible();
    await expect(note).toHaveValue('Ertaga soat 15 da');
  });
});
