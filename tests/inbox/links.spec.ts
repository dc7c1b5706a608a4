import { readFile } from 'node:fs/promises';
import { fill } from '#contract/fill.ts';
import { linkNameLimit } from '#contract/link-name.ts';
import { readQr } from '#tests/qr.ts';
import { expect, press, test, words } from './fixtures.ts';

const { links } = words;

test('a name makes a link to copy and a readable QR code', async ({ service, signIn }) => {
  const address = `${service.url}/?utm_campaign=reels-12`;
  const page = await signIn();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/inbox/stats');
  await page.getByRole('link', { name: words.stats.links }).click();
  await page.getByLabel(links.name).fill('Reels 12');
  await page.keyboard.press('Enter');
  const made = page.getByRole('region', { name: 'reels-12' });
  await expect(made).toContainText(address);
  await expect(page.getByRole('status').getByText(links.made)).toBeVisible();
  await expect(page.getByLabel(links.name)).toBeFocused();
  await expect(made.getByRole('img', { name: fill(links.qr, { name: 'reels-12' }) })).toBeVisible();
  await expect(page.getByRole('region', { name: links.results })).toContainText('reels-12');
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
  await page.reload();
  await expect(made).toContainText(address);
  await expect(page.getByText(links.made)).toHaveCount(0);
});

test('an invalid name is refused with the reason and stays in the field', async ({ signIn }) => {
  const page = await signIn();
  await page.goto('/inbox/links');
  const field = page.getByLabel(links.name);
  for (const typed of ['рилс 12', 'x'.repeat(linkNameLimit + 1), '']) {
    await field.fill(typed);
    await press(page, links.make);
    await expect(page.locator('form').getByRole('alert')).toHaveText(
      fill(links.wrong, { rule: fill(links.rule, { max: linkNameLimit }) }),
    );
    await expect(field).toHaveValue(typed);
    await expect(field).toBeFocused();
  }
});
