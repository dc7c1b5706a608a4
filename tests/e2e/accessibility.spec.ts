import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { submissionPath } from '../../contract/submission.ts';
import { languageCodes } from '../../site/i18n/languages.ts';
import { expect, hydrated, test, visit } from './fixtures.ts';
import { errorNotice, fields, fillIn } from './form.ts';
import { words } from './words.ts';

// Sections that wait to be revealed are invisible to the check as well: without motion nothing waits.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

async function expectNoViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ html }) => html.slice(0, 200)),
    })),
  ).toEqual([]);
}

for (const language of languageCodes) {
  for (const path of ['/', '/privacy', '/terms', '/no-such-page']) {
    test(`axe finds nothing on ${path} in ${language}`, async ({ page, complaints }) => {
      await page.goto(`${path}?lang=${language}`);
      await hydrated(page);
      await expectNoViolations(page);
      if (path === '/no-such-page') complaints.splice(0);
    });
  }

  test(`axe finds nothing with a question, the panel and a notice open and problems shown in ${language}`, async ({
    page,
    complaints,
  }) => {
    const { faq, floating, contact } = words[language];
    await page.route(`**${submissionPath}`, (route) => route.fulfill({ status: 503 }));
    await visit(page, language);
    await page.getByText(faq.items[4]?.question ?? '').click();
    await fillIn(page, 'Aziza');
    // From here on by keyboard: the pointer holds the notice.
    await fields(page).first().press('Enter');
    await errorNotice(page).getByText(contact.errorTitle, { exact: true }).hover();
    complaints.splice(0);
    await fields(page).nth(2).fill('nobody');
    await fields(page).first().fill('');
    await fields(page).first().press('Enter');
    await expect(page.locator('[aria-invalid]')).toHaveCount(2);
    await page.getByRole('button', { name: floating.toggle }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoViolations(page);
    await expect(errorNotice(page)).toBeVisible();
  });
}
