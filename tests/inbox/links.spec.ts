/** Making a link for a post or a flyer, and learning what came of it. */
import { readFile } from 'node:fs/promises';
import { fill } from '../../contract/fill.ts';
import { linkNameLimit } from '../../contract/link-name.ts';
import { readQr } from '../qr.ts';
import { askForLink, expect, press, test, words } from './fixtures.ts';

const { links } = words;

test('from the figures it is one touch to a link, to copy and to keep as a QR code that cameras read', async ({
  office,
  person,
  complaints,
}) => {
  const address = `${office.url}/?utm_campaign=reels-12`;
  const page = await person('Dilnoza');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/inbox/figures');
  await page.getByRole('link', { name: words.figures.links }).click();
  await page.getByLabel(links.name).fill('Reels 12');
  await expect(page.getByText(address)).toBeVisible();
  await page.route('**/links/*.svg', (route) => route.abort(), { times: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: words.errors.offline })).toBeVisible();
  complaints.provoked(/net::ERR_/);
  await press(page, words.tryAgain);

  const made = page.getByRole('region', { name: 'reels-12' });
  await expect(made).toContainText(address);
  await expect(made).toContainText(links.fresh);
  const picture = made.getByRole('img', { name: fill(links.qr, { name: 'reels-12' }) });
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(1000);
  await expect(page.getByRole('region', { name: links.came })).toContainText('reels-12');
  await press(page, links.copy);
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  for (const kind of ['svg', 'png'] as const) {
    const downloading = page.waitForEvent('download');
    await made.getByRole('link', { name: links[kind] }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`qr-reels-12.${kind}`);
    const file = await readFile(await download.path());
    expect(readQr(kind === 'svg' ? file.toString() : file)).toBe(address);
  }

  // It stands in the address: a bookmark, a reload, a message to a colleague.
  await page.reload();
  await expect(page.getByRole('region', { name: 'reels-12' })).toContainText(address);
});

test('a name that cannot stand in an address is answered with the reason, and nothing typed is lost', async ({
  person,
}) => {
  const page = await person('Dilnoza');
  await page.goto('/inbox/links?name=reels-12');
  const field = page.getByLabel(links.name);
  const problem = page.locator('form').getByRole('alert');
  const wrong = fill(links.wrong, { rule: fill(links.rule, { most: linkNameLimit }) });
  for (const typed of ['рилс 12', 'koʻcha', 'a&b', 'other', 'x'.repeat(linkNameLimit + 1), '']) {
    await askForLink(page, typed);
    await expect(problem).toHaveText(wrong);
    await expect(field).toHaveValue(typed);
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    // The one before stays, until there is another.
    await expect(page.getByRole('region', { name: 'reels-12' })).toBeVisible();
    await field.fill('flayer');
    await expect(problem).toBeEmpty();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'flayer' })).toBeVisible();
});

test('where visits were never counted a link has leads, and of visits it is not said that there were none', async ({
  office,
  person,
}) => {
  await office.lead({ name: 'Aziza', arrival: 'https://t.me/ utm_campaign=reels-12' });
  const page = await person('Dilnoza');
  await page.goto('/inbox/links');
  const row = page.getByRole('region', { name: links.came }).locator('tbody');
  await expect(row.locator('th, td')).toHaveText(['reels-12', words.figures.none, '1', '0', '']);
});

test('a visitor who comes by a link, and the lead, stand beside it', async ({ office, page, person }) => {
  const dilnoza = await person('Dilnoza');
  await dilnoza.goto('/inbox/links');
  await expect(dilnoza.getByText(links.none)).toBeVisible();

  await page.goto(`${office.url}/?utm_campaign=reels-12`);
  await office.lead({ name: 'Aziza', arrival: 'https://t.me/ utm_campaign=reels-12' });
  const row = dilnoza.getByRole('region', { name: links.came }).locator('tbody');
  await expect(row).toHaveCount(1);
  // Visits are written down every few seconds.
  await expect(async () => {
    await dilnoza.reload();
    await expect(row.locator('th, td')).toContainText(['reels-12', '1', '1', '0'], { timeout: 1000 });
  }).toPass();

  await row.getByRole('link', { name: 'reels-12' }).click();
  await expect(dilnoza.getByLabel(links.name)).toHaveValue('reels-12');
  await expect(dilnoza.getByRole('region', { name: 'reels-12' })).not.toContainText(links.fresh);
});
