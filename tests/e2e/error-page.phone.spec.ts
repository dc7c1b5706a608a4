import { expect, test, visit } from './fixtures.ts';

test('a fault while the page is drawn shows the error page with its message and nothing of the stack', async ({
  page,
  complaints,
}) => {
  await visit(page);
  // Questions are numbered with it, so drawing them again in another language fails.
  await page.evaluate(() => {
    String.prototype.padStart = () => {
      throw new Error('No number for this question');
    };
  });
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  const main = page.getByRole('main');
  await expect(main.getByRole('paragraph')).toHaveText('No number for this question');
  await expect(main.getByRole('link')).toHaveAttribute('href', '/');
  // Who reloads gets the page in the language that was asked for.
  await expect(page).toHaveURL('/?lang=en');
  complaints.provoked(/No number for this question/);
});
