import { submissionPath } from '../../contract/submission.ts';
import { expectNoViolations, withoutMotion } from '../axe.ts';
import { expect, test, visit } from './fixtures.ts';
import { errorNotice, fields, fillIn } from './form.ts';
import { words } from './words.ts';

test.beforeEach(withoutMotion);

test('axe finds nothing with a question, the panel and a notice open and problems shown', async ({
  page,
  complaints,
}) => {
  const { faq, floating, contact } = words.ru;
  await page.route(`**${submissionPath}`, (route) => route.fulfill({ status: 503 }));
  await visit(page, 'ru');
  await page.locator('summary', { hasText: faq.items[4]?.question }).click();
  await fillIn(page, 'Aziza');
  // From here on by keyboard: the pointer holds the notice.
  await fields(page).first().press('Enter');
  await errorNotice(page).getByText(contact.errorTitle, { exact: true }).hover();
  complaints.provoked(/503/, 1);
  await fields(page).nth(2).fill('nobody');
  await fields(page).first().fill('');
  await fields(page).first().press('Enter');
  await expect(page.locator('[aria-invalid]')).toHaveCount(2);
  await page.getByRole('button', { name: floating.toggle }).press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page);
  await expect(errorNotice(page)).toBeVisible();
});
