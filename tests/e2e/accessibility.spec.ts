import { languages } from '../../contract/languages.ts';
import { expectNoViolations, withoutMotion } from '../axe.ts';
import { expect, test, visit } from './fixtures.ts';
import { errorNotice, fields } from './form.ts';
import { words } from './words.ts';

test.beforeEach(withoutMotion);

test('axe finds nothing with a question, the panel and a notice open and problems shown', async ({
  page,
  complaints,
}) => {
  const { faq, floating, language } = words.ru;
  await page.route('**/assets/en-*.js*', (route) => route.abort());
  await visit(page, 'ru');
  await page.locator('summary', { hasText: faq.items[4]?.question }).click();
  await fields(page).nth(2).fill('nobody');
  await fields(page).first().press('Enter');
  await expect(page.locator('[aria-invalid]')).toHaveCount(4);
  // By keyboard: the pointer holds the notice.
  await page.getByRole('link', { name: languages.en.name }).press('Enter');
  await errorNotice(page).getByText(language.errorTitle, { exact: true }).hover();
  complaints.provoked(/ERR_FAILED/);
  await page.getByRole('button', { name: floating.toggle }).press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page);
  await expect(errorNotice(page)).toBeVisible();
});
