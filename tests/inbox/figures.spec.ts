/** What the owner asks of the figures, on a phone. */
import type { Locator, Page } from '@playwright/test';
import { fill } from '../../contract/fill.ts';
import { dictionaries } from '../../inbox/language/words.ts';
import { hold } from '../hold.ts';
import { expect, type Office, rows, test, words } from './fixtures.ts';

const { figures } = words;

const panel = (page: Page, name: string) =>
  page.getByRole('region', { name }).or(page.getByRole('figure', { name }));
const posts = (page: Page) => panel(page, figures.posts).locator('tbody');
/** Name, visits, leads, clients, and what to think of them. */
const cells = (post: Locator) => post.locator('th, td');
const table = async (page: Page): Promise<Locator> => {
  await page.getByText(figures.table).click();
  return page.getByRole('table', { name: figures.byDay });
};

async function becomeClient(page: Page, office: Office, ref: string): Promise<void> {
  const answer = await page.request.post(`/inbox/api/leads/${ref}/status`, {
    headers: { Origin: office.url },
    data: { from: 'new', to: 'client' },
  });
  expect(answer.status()).toBe(200);
}

test('which post brought clients is answered on the first screen of a phone', async ({ office, person }) => {
  const page = await person('Dilnoza');
  await office.counted(
    { source: 'instagram', campaign: 'reels-12', count: 400 },
    { source: 'telegram', campaign: 'reels-12', count: 12 },
    { source: 'telegram', campaign: 'kanal', count: 900 },
    { source: 'google', count: 90 },
    { source: 'instagram', count: 80 },
    { source: 'direct', count: 70 },
    { source: 'youtube', count: 60 },
  );
  const arrival = 'https://www.instagram.com/ utm_campaign=reels-12';
  const ref = await office.lead({ name: 'Aziza', arrival });
  await office.lead({ name: 'Bekzod', arrival });
  for (const name of ['Olim', 'Nodir', 'Umida'])
    await office.lead({ name, arrival: 'https://t.me/ utm_campaign=kanal' });
  await becomeClient(page, office, ref);

  await page.goto('/inbox/figures');
  await expect(posts(page)).toHaveCount(4);
  const conversion = fill(figures.conversion, { percent: '0,5\u00a0%' });
  await expect(cells(posts(page).nth(0))).toHaveText([
    ...['reels-12', '412', '2', '1'],
    `Instagram, Telegram · ${conversion}`,
  ]);
  await expect(cells(posts(page).nth(1))).toContainText(['kanal', '900', '3', '0']);
  const bar = await page.getByRole('navigation', { name: words.nav.label }).boundingBox();
  const last = await posts(page).last().boundingBox();
  // The way there and the season's places are seen with them.
  const summary = page.locator('dl').first();
  await expect(summary).toContainText(`${figures.columns.clients}1`);
  await expect(summary).toContainText(`${figures.placesShort}1 / `);
  await expect(summary).toBeInViewport({ ratio: 1 });
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);

  await page.getByRole('button', { name: fill(figures.showAll, { count: 6 }) }).click();
  await expect(posts(page)).toHaveCount(6);
  await expect(posts(page).last()).toContainText('YouTube');
});

test('what a network has brought with all its posts is one row', async ({ office, person }) => {
  await office.counted(
    { source: 'instagram', campaign: 'reels-12', count: 60 },
    { source: 'instagram', count: 40 },
    { source: 'telegram', campaign: 'kanal', count: 10 },
  );
  const ref = await office.lead({
    name: 'Aziza',
    arrival: 'https://www.instagram.com/ utm_campaign=reels-12',
  });
  await office.lead({ name: 'Bekzod', arrival: 'https://www.instagram.com/' });
  await office.lead({ name: 'Umida', arrival: 'https://t.me/ utm_campaign=kanal' });
  const page = await person('Dilnoza');
  await becomeClient(page, office, ref);
  await page.goto('/inbox/figures');
  const networks = panel(page, figures.bySource).locator('tbody');
  await expect(networks).toHaveCount(2);
  const conversion = fill(figures.conversion, { percent: '2\u00a0%' });
  await expect(cells(networks.nth(0))).toHaveText(['Instagram', '100', '2', '1', conversion]);
  await expect(cells(networks.nth(1))).toHaveText(['Telegram', '10', '1', '0', figures.few]);
  await networks
    .nth(0)
    .getByRole('link', { name: `${figures.columns.leads}: 2` })
    .click();
  await expect(rows(page)).toContainText(['Bekzod', 'Aziza']);
  await expect(rows(page)).toHaveCount(2);
});

test('the wait for the first answer speaks for those who got one, and says how many did not', async ({
  office,
  person,
}) => {
  const ref = await office.lead({ name: 'Aziza' });
  for (const name of ['Bekzod', 'Davron', 'Umida']) await office.lead({ name });
  const page = await person('Dilnoza');
  await becomeClient(page, office, ref);
  await page.goto('/inbox/figures');
  const wait = page.locator('dl > div').filter({ hasText: figures.firstContact });
  await expect(wait).toContainText(figures.firstContactNote);
  await expect(wait).toContainText(fill(figures.unanswered, { count: 3 }));
});

test('that screen is enough in every language', async ({ office, person }) => {
  await office.counted(...['a', 'b', 'c', 'd', 'e'].map((campaign) => ({ campaign, count: 40 })));
  const page = await person('Dilnoza');
  for (const [language, { nav, figures }] of Object.entries(dictionaries)) {
    await page.goto('/inbox/figures');
    await page.evaluate((language) => localStorage.setItem('inbox-language', language), language);
    await page.reload();
    const last = page.getByRole('table', { name: figures.posts }).locator('tbody').nth(3);
    await expect(last).toBeVisible();
    const bar = await page.getByRole('navigation', { name: nav.label }).boundingBox();
    const { y, height } = (await last.boundingBox()) ?? { y: Infinity, height: 0 };
    expect(y + height, language).toBeLessThanOrEqual(bar?.y ?? 0);
  }
});

test('the number of a post’s leads leads to them', async ({ office, person }) => {
  await office.counted({ campaign: 'kanal', count: 30 });
  const ref = await office.lead({ name: 'Aziza', arrival: 'https://t.me/ utm_campaign=kanal' });
  await office.lead({ name: 'Bekzod', arrival: 'https://www.instagram.com/ utm_campaign=kanal' });
  await office.lead({ name: 'Olim', arrival: 'https://t.me/' });
  await office.lead({ name: 'Nodir' });
  const page = await person('Dilnoza');
  await becomeClient(page, office, ref);
  const listed = async (from: string, post: string, number: string) => {
    await page.goto(`/inbox/${from}`);
    const brought = page.getByRole('table').first().locator('tbody');
    await brought.filter({ hasText: post }).getByRole('link', { name: number }).click();
    await expect(rows(page).first()).toBeVisible();
    return rows(page);
  };
  const leads = (count: number) => `${figures.columns.leads}: ${count}`;
  const robot = await office.lead({ name: 'Robot', arrival: 'https://t.me/ utm_campaign=kanal' });
  await office.withStore((store) => store.changeLead(robot, { kind: 'spam', spam: true }, 'Dilnoza'));
  const two = await listed('figures', 'kanal', leads(2));
  await expect(two).toContainText(['Bekzod', 'Aziza']);
  await expect(two).toHaveCount(2);
  await expect(page.getByText(fill(words.list.found, { count: 2 }))).toBeVisible();
  await expect(await listed('links', 'kanal', `${figures.columns.clients}: 1`)).toContainText(['Aziza']);
  await expect(await listed('figures', 'Telegram', leads(1))).toContainText(['Olim']);
  await expect(await listed('figures', words.unknown, leads(1))).toContainText(['Nodir']);
});

test('a client that is made while the figures are open appears in them', async ({ office, person }) => {
  const ref = await office.lead({ name: 'Aziza', arrival: 'https://t.me/ utm_campaign=kanal' });
  const page = await person('Dilnoza');
  await page.goto('/inbox/figures');
  await expect(cells(posts(page).first())).toContainText(['kanal', '1', '0']);
  await expect(page.getByText(figures.noClients)).toBeVisible();
  await becomeClient(page, office, ref);
  await expect(cells(posts(page).first())).toContainText(['kanal', '1', '1']);
  await expect(page.getByText(figures.noClients)).toBeHidden();
});

test('until the figures of another period are there, those before them are marked as such', async ({
  office,
  person,
}) => {
  await office.counted({ source: 'telegram', campaign: 'kanal', count: 30 });
  const page = await person('Dilnoza');
  await page.goto('/inbox/figures');
  await expect(posts(page)).toHaveCount(1);
  const shown = page.locator('main [aria-busy]');
  const answer = await hold(page, /\/figures\?days=7$/);
  await page.getByRole('link', { name: figures.week }).click();
  await expect(page).toHaveURL(/days=7/);
  await expect(shown).toHaveAttribute('aria-busy', 'true');
  await expect(shown).toHaveCSS('opacity', '0.5');
  await expect(shown).toContainText('kanal');
  // The way to another period is not one of them.
  await expect(shown.getByRole('navigation')).toHaveCount(0);

  answer();
  await expect(shown).toHaveAttribute('aria-busy', 'false');
  await expect(shown).toHaveCSS('opacity', '1');
});

test('small numbers say that they are small, and the longest step on the way to a client takes three lines at most', async ({
  office,
  person,
}) => {
  await office.counted(
    { campaign: 'few', count: 19 },
    { campaign: 'enough', count: 20 },
    { count: 2088 },
    { name: 'form', count: 442 },
  );
  await office.lead({ name: 'Aziza', arrival: ' utm_campaign=few' });
  const page = await person('Dilnoza');
  await page.goto('/inbox/figures');
  const few = posts(page).filter({ hasText: 'few' });
  await expect(few).toContainText(figures.few);
  await expect(few).not.toContainText('%');
  const enough = posts(page).filter({ hasText: 'enough' });
  await expect(enough).toContainText(fill(figures.conversion, { percent: '0\u00a0%' }));
  const clients = panel(page, figures.funnel).getByRole('row', { name: figures.clients });
  await expect(clients).toContainText(fill(figures.ofFew, { part: 0, whole: 1 }));

  const name = panel(page, figures.funnel).getByText(figures.acts);
  await expect(name).toBeVisible();
  const lines = await name.evaluate(
    (name) => new Set([...name.getClientRects()].map(({ top }) => Math.round(top))).size,
  );
  expect(lines).toBeLessThanOrEqual(3);
});

test('zero is drawn as zero, and today is marked as not over, in the plot and in its table', async ({
  office,
  person,
}) => {
  await office.counted({ count: 8 }, { day: daysAgo(3), count: 16 });
  const page = await person('Dilnoza');
  await page.goto('/inbox/figures?days=7');
  // Behind each column lies one as high as the plot, which fingers find.
  const columns = panel(page, figures.byDay).locator('svg').first().locator('g > rect:nth-child(2)');
  await expect(columns).toHaveCount(7);
  const drawn = await columns.evaluateAll((all) =>
    all.map((column) => ({
      height: Number(column.getAttribute('height')),
      dashed: getComputedStyle(column).strokeDasharray !== 'none',
    })),
  );
  expect(drawn.map(({ height }) => height)).toEqual([0, 0, 0, 16, 0, 0, 8]);
  expect(drawn.map(({ dashed }) => dashed)).toEqual([...Array(6).fill(false), true]);

  const rows = (await table(page)).getByRole('row');
  await expect(rows.nth(1)).toContainText(`${figures.today}, ${figures.notOver}`);
  await expect(rows.nth(1).getByRole('cell')).toHaveText(['8', '0', '0']);
  await expect(rows.nth(2).getByRole('cell')).toHaveText(['0', '0', '0']);
  await expect(rows.nth(4).getByRole('cell')).toHaveText(['16', '0', '0']);
  await expect(page.getByText(figures.notOver)).toHaveCount(2);

  await test.step('a finger on a day tells its numbers, and they stay when it is lifted', async () => {
    const plots = panel(page, figures.byDay);
    await expect(plots.getByText(figures.visits)).toHaveText(`${figures.visits} 24`);
    await plots.locator('svg').first().locator('g').nth(3).tap();
    await expect(plots.getByText(figures.visits)).toHaveText(`${figures.visits} 16`);
  });
});

test('where visits were never counted the page says so, and shows no zeros for them', async ({
  office,
  person,
}) => {
  await office.lead({ name: 'Aziza' });
  const page = await person('Dilnoza');
  await page.goto('/inbox/figures');
  await expect(page.getByRole('heading', { name: figures.neverCounted })).toBeVisible();
  await expect(cells(posts(page).first())).toHaveText([words.unknown, '1', '0', '']);
  await expect(page.getByRole('columnheader', { name: figures.columns.visits })).toHaveCount(0);
  await expect(page.getByText(figures.visits, { exact: true })).toHaveCount(0);
  await expect(panel(page, figures.pressed)).toHaveCount(0);
});

test('days before visits were counted are unknown, not empty', async ({ office, person }) => {
  await office.counted({ day: daysAgo(2), count: 5 });
  const page = await person('Dilnoza');
  await page.goto('/inbox/figures?days=7');
  await expect(page.getByText(/dan beri sanaladi\./)).toBeVisible();
  const visits = (await table(page)).locator('tbody td:nth-of-type(1)');
  await expect(visits).toHaveText(['0', '0', '5', '–', '–', '–', '–']);
});

test('what was pressed, the languages and a season are there, and the season is told in weeks', async ({
  office,
  person,
}) => {
  await office.counted(
    { name: 'telegram-floating', count: 6 },
    { name: 'form', count: 2 },
    { language: 'ru', count: 30 },
    { day: daysAgo(200), count: 40 },
  );
  await office.lead({ name: 'Ольга', language: 'ru' });
  const page = await person('Dilnoza');
  await page.goto('/inbox/figures');
  await page.getByRole('link', { name: figures.season }).click();
  await expect(page).toHaveURL(/\?days=365$/);
  await expect(panel(page, figures.byWeek).locator('svg').first().locator('g')).toHaveCount(53);
  // The last column is the week, not the day.
  await expect(panel(page, figures.byWeek)).toContainText(figures.notOver);
  await expect(panel(page, figures.byWeek)).not.toContainText(figures.today);
  await expect(panel(page, figures.pressed).getByRole('row')).toContainText([
    figures.times,
    words.clicks['telegram-floating'],
    words.clicks.form,
  ]);
  await expect(panel(page, figures.byLanguage).getByRole('row', { name: 'Русский' })).toHaveText(
    /Русский\s*30\s*1/,
  );
  await expect(panel(page, figures.funnel).getByRole('row', { name: figures.visits })).toContainText('70');
});

/** A day of Tashkent. */
function daysAgo(days: number): string {
  return new Date(Date.now() + 5 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
}
