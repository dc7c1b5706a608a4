import { languageCodes } from '../../contract/languages.ts';
import { expect, hydrated, test } from './fixtures.ts';
import { words } from './words.ts';

test('an unknown path is answered with 404, a way back and a line in the console', async ({
  page,
  complaints,
}) => {
  for (const language of languageCodes) {
    await test.step(language, async () => {
      const { line, back } = words[language].notFound;
      const answer = await page.goto(`/no/such-page?lang=${language}`);
      expect(answer?.status()).toBe(404);
      await hydrated(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Oops! Page not found');
      await expect(page.getByText(line)).toBeVisible();
      await expect(page).toHaveTitle(words[language].meta.notFoundTitle);

      await page.getByRole('main').getByRole('link', { name: back }).click();
      await expect(page).toHaveURL(language === 'uz' ? '/' : `/?lang=${language}`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(words[language].hero.titleFirst);
    });
  }
  complaints.provoked(/^404.*\/no\/such-page/, languageCodes.length);
  complaints.provoked(/^Failed to load resource.*404/, languageCodes.length);
});

test('the 404 page is whole without script', async ({ scriptless }) => {
  const answer = await scriptless.goto('/index.php?lang=en');
  expect(answer?.status()).toBe(404);
  await expect(scriptless.getByRole('heading', { level: 1 })).toHaveText('404 Oops! Page not found');
  await expect(scriptless.getByText('Oops! Page not found')).toHaveAttribute('lang', 'en');
  await expect(scriptless.getByRole('link', { name: words.en.notFound.back })).toHaveAttribute(
    'href',
    '/?lang=en',
  );
});
