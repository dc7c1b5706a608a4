import { expectNoViolations, withoutMotion } from '#tests/axe.ts';
import { expect, scrollTo, test, visit } from './fixtures.ts';
import { failure, fields, fillIn, newName, refuse, submit } from './form.ts';
import { words } from './words.ts';

test('axe finds nothing on any page', async ({ page, consoleErrors }) => {
  // The terms have the same layout as the privacy page.
  for (const path of ['/privacy', '/no-such-page', '/']) {
    await visit(page, 'uz', path);
    await expectNoViolations(page);
  }
  consoleErrors.expected(/404/);
});

test('axe finds nothing with a toast, an open question, the open panel and field errors', async ({
  page,
  consoleErrors,
}) => {
  const { faq, floating } = words.ru;
  await withoutMotion({ page });
  await refuse(page);
  await visit(page, 'ru');
  await page.locator('summary', { hasText: faq.items[4]?.question }).click();
  await fillIn(page, newName());
  await submit(page).click();
  // The pointer keeps the toast open.
  await failure(page).hover();
  await page.getByRole('button', { name: floating.toggle }).press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page);
  await fields(page).nth(2).fill('nobody');
  await submit(page).press('Enter');
  await expect(page.locator('[aria-invalid]')).toHaveCount(1);
  await expectNoViolations(page, { within: 'form' });
  consoleErrors.expected(/500/, 1);
});

test('axe finds nothing in the open menu, and text has enough contrast before it is revealed', async ({
  page,
}) => {
  await visit(page, 'en');
  await scrollTo(page, 1);
  await expectNoViolations(page, { within: 'main', rules: ['color-contrast'] });
  await withoutMotion({ page });
  await page.getByRole('button', { name: words.en.nav.openMenu }).click();
  await expect(page.getByRole('link', { name: words.en.nav.consultation, exact: true })).toBeVisible();
  await expectNoViolations(page, { within: 'header' });
});
