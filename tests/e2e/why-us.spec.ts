import { languageCodes } from '../../contract/languages.ts';
import { onThePhone } from '../on-the-phone.ts';
import { expect, test, visit } from './fixtures.ts';
import { words } from './words.ts';

for (const language of languageCodes) {
  test(`six advantages and a comparison of three columns in ${language}`, async ({ reading }) => {
    const { why } = words[language];
    const { comparison } = why;
    const page = await reading(language);
    const section = page.getByRole('region', { name: why.title });
    const advantages = section.getByRole('listitem');
    await expect(advantages).toHaveCount(6);
    await expect(advantages.getByRole('heading')).toHaveText(why.advantages.map(({ title }) => title));
    await expect(advantages).toContainText(why.advantages.map(({ description }) => description));

    const table = section.getByRole('table', { name: comparison.title });
    const { aspect, others, nova, rows } = comparison;
    await expect(table.getByRole('columnheader')).toHaveText([aspect, others, nova]);
    expect(rows.length).toBeGreaterThanOrEqual(8);
    await expect(table.getByRole('rowheader')).toHaveText(rows.map((row) => row.aspect));
    await expect(table.getByRole('cell')).toHaveText(rows.flatMap((row) => [row.others, row.nova]));
  });
}

test('the comparison is one compact table of three columns on every screen', async ({
  reading,
  isMobile,
}) => {
  for (const language of languageCodes) {
    const table = (await reading(language)).getByRole('table');
    const [aspect, others, nova] = await table
      .getByRole('row')
      .nth(1)
      .locator('> *')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()));
    if (!aspect || !others || !nova) throw new Error('The comparison has no three columns');
    expect(others.left).toBeGreaterThanOrEqual(aspect.right - 1);
    expect(nova.left).toBeGreaterThanOrEqual(others.right - 1);
    if (isMobile) expect((await table.boundingBox())?.height).toBeLessThan(850);
    // A cross beside "may differ" would accuse the others.
    await expect(table.locator('use[href="#d-cross"]')).toHaveCount(0);
  }
});

test('whoever reads the last row of the comparison sees what its columns are', async ({ page }) => {
  await visit(page, 'ru');
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 480 });
  const table = page.getByRole('table');
  await table.getByRole('row').last().scrollIntoViewIfNeeded();
  const below = (await page.getByRole('banner').boundingBox())?.height ?? 0;
  for (const head of await table.getByRole('columnheader').all()) {
    await expect.poll(async () => Math.round((await head.boundingBox())?.y ?? 0)).toBe(Math.round(below - 1));
  }
});

test(
  'the comparison grows with the text of the browser, on the narrowest phone and on a tablet, too',
  onThePhone,
  async ({ page }) => {
    await visit(page, 'ru');
    const devtools = await page.context().newCDPSession(page);
    const cells = page.getByRole('table').getByRole('cell');
    for (const width of [320, 768]) {
      await page.setViewportSize({ width, height: 740 });
      for (const size of [20, 24, 32]) {
        await devtools.send('Page.setFontSizes', { fontSizes: { standard: size } });
        await expect(page.locator('html')).toHaveCSS('font-size', `${size}px`);
        const sizes = await cells.evaluateAll((all) => all.map((cell) => getComputedStyle(cell).fontSize));
        expect(Math.min(...sizes.map(Number.parseFloat))).toBeGreaterThanOrEqual(
          width < 768 ? 0.8 * size : 18,
        );
      }
    }
  },
);

test('grant and refund, the promise, take the whole width of the page', async ({ reading }) => {
  const page = await reading('uz');
  const widths = await page
    .getByRole('region', { name: words.uz.why.title })
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.closest('.dark')?.clientWidth));
  const whole = await page.evaluate(() => document.documentElement.clientWidth);
  expect(widths).toEqual([whole, whole, undefined, undefined, undefined, undefined]);
});
