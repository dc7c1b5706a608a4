import type { Locator, Page } from '@playwright/test';
import { fill } from '#contract/fill.ts';
import { tashkentDate } from '#contract/tashkent-time.ts';
import { expect, history, rows, statusButton, test, words } from './fixtures.ts';

const { stats } = words;

const panel = (page: Page, name: string) =>
  page.getByRole('region', { name }).or(page.getByRole('figure', { name }));
const posts = (page: Page) => panel(page, stats.posts).locator('tbody');
/** Cells: name, visits, leads, clients, and a note with networks and conversion. */
const cells = (post: Locator) => post.locator('th, td');
const openTable = async (page: Page): Promise<Locator> => {
  await page.getByText(stats.table).click();
  return page.getByRole('table', { name: stats.byDay });
};
const daysAgo = (days: number) => tashkentDate(new Date(), days);

async function becomeClient(page: Page, ref: string): Promise<void> {
  await page.goto(`/inbox/leads/${ref}`);
  await statusButton(page, 'client').click();
  await expect(history(page)).toHaveCount(2);
}

test('the first screen shows which posts brought clients, and its numbers lead to their leads', async ({
  service,
  signIn,
}) => {
  await service.addCounts(
    { source: 'instagram', campaign: 'reels-12', count: 400 },
    { source: 'telegram', campaign: 'reels-12', count: 12 },
    { source: 'telegram', campaign: 'kanal', count: 900 },
    ...['google', 'instagram', 'direct', 'youtube'].map((source) => ({ source, count: 80 })),
  );
  const attribution = 'https://www.instagram.com/ utm_campaign=reels-12';
  const ref = await service.addLead({ name: 'Aziza', attribution });
  await service.addLead({ name: 'Bekzod', attribution });
  await service.addLead({ name: 'Olim', attribution: 'https://t.me/ utm_campaign=kanal' });
  const page = await signIn();
  await becomeClient(page, ref);
  await page.goto('/inbox/stats');
  await expect(posts(page)).toHaveCount(4);
  const conversion = fill(stats.conversion, { percent: '0,5\u00a0%' });
  await expect(cells(posts(page).nth(0))).toHaveText([
    ...['reels-12', '412', '2', '1'],
    `Instagram, Telegram · ${conversion}`,
  ]);
  await expect(cells(posts(page).nth(1))).toContainText(['kanal', '900', '1', '0']);
  const summary = page.locator('dl').first();
  await expect(summary).toContainText(`${stats.columns.clients}1`);
  await expect(summary).toContainText(`${stats.placesShort}1 / `);
  await expect(summary).toBeInViewport({ ratio: 1 });
  const bar = await page.getByRole('navigation', { name: words.nav.label }).boundingBox();
  const last = await posts(page).last().boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await page.getByRole('button', { name: fill(stats.showAll, { count: 6 }) }).click();
  await expect(posts(page)).toHaveCount(6);

  const networks = panel(page, stats.bySource).locator('tbody');
  await expect(cells(networks.filter({ hasText: 'Instagram' }))).toContainText([
    'Instagram',
    '480',
    '2',
    '1',
  ]);
  await posts(page)
    .first()
    .getByRole('link', { name: `${stats.columns.leads}: 2` })
    .click();
  await expect(rows(page)).toContainText(['Bekzod', 'Aziza']);
  await expect(rows(page)).toHaveCount(2);
});

test('the chart and its table show empty days as zero and today as unfinished', async ({
  service,
  signIn,
}) => {
  await service.addCounts({ count: 8 }, { day: daysAgo(3), count: 16 }, { day: daysAgo(6), count: 1 });
  const page = await signIn();
  await page.goto('/inbox/stats?days=7');
  const plots = panel(page, stats.byDay);
  // The first rectangle of a day is its touch target.
  const columns = plots.locator('svg').first().locator('g > rect:nth-child(2)');
  await expect(columns).toHaveCount(7);
  const heights = await columns.evaluateAll((all) => all.map((column) => column.getAttribute('height')));
  expect(heights.slice(1)).toEqual(['0', '0', '16', '0', '0', '8']);
  await plots.locator('svg').first().locator('g').nth(3).tap();
  await expect(plots.getByText(stats.visits)).toHaveText(`${stats.visits} 16`);

  const days = (await openTable(page)).getByRole('row');
  await expect(days.nth(1)).toContainText(`${stats.today}, ${stats.notOver}`);
  await expect(days.nth(1).getByRole('cell')).toHaveText(['8', '0', '0']);
  await expect(days.nth(2).getByRole('cell')).toHaveText(['0', '0', '0']);
});

test('days before counting started are unknown, not zero', async ({ service, signIn }) => {
  await service.addLead({ name: 'Aziza' });
  const page = await signIn();
  await page.goto('/inbox/stats?days=7');
  await expect(page.getByRole('heading', { name: stats.neverCounted })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: stats.columns.visits })).toHaveCount(0);
  await service.addCounts({ day: daysAgo(2), count: 5 });
  await page.reload();
  const visits = (await openTable(page)).locator('tbody td:nth-of-type(1)');
  await expect(visits).toHaveText(['0', '0', '5', '–', '–', '–', '–']);
});

test('clicks and languages are shown, and a year is grouped by week', async ({ service, signIn }) => {
  await service.addCounts(
    { name: 'telegram-floating', count: 6 },
    { name: 'form', count: 2 },
    { language: 'ru', count: 30 },
    { day: daysAgo(200), count: 40 },
  );
  await service.addLead({ name: 'Ольга', language: 'ru' });
  const page = await signIn();
  await page.goto('/inbox/stats');
  await page.getByRole('link', { name: stats.year }).click();
  await expect(page).toHaveURL(/\?days=365$/);
  await expect(panel(page, stats.byWeek).locator('svg').first().locator('g')).toHaveCount(53);
  await expect(panel(page, stats.buttonClicks).getByRole('row')).toContainText([
    stats.times,
    words.clicks['telegram-floating'],
    words.clicks.form,
  ]);
  await expect(panel(page, stats.byLanguage).getByRole('row', { name: 'Русский' })).toHaveText(
    /Русский\s*30\s*1/,
  );
  await expect(panel(page, stats.funnel).getByRole('row', { name: stats.visits })).toContainText('70');
});
