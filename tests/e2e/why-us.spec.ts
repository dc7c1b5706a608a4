import { languageCodes } from '../../site/i18n/languages.ts';
import { expect, test } from './fixtures.ts';
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

test('on a phone a row of the comparison is a card that names its columns, on a desktop a line', async ({
  reading,
  isMobile,
}) => {
  const page = await reading('uz');
  const [others, nova] = await page
    .getByRole('table')
    .getByRole('cell')
    .evaluateAll((cells) =>
      cells.map((cell) => {
        const { left, right, top, bottom } = cell.getBoundingClientRect();
        return { left, right, top, bottom, label: getComputedStyle(cell, '::before').content };
      }),
    );
  if (!others || !nova) throw new Error('The comparison has no cells');
  if (isMobile) expect(nova.top).toBeGreaterThanOrEqual(others.bottom);
  else expect(nova.left).toBeGreaterThanOrEqual(others.right - 1);
  expect(nova.label.includes(words.uz.why.comparison.nova)).toBe(isMobile);
});
