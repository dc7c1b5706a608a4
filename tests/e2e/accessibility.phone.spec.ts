import { languageCodes } from '../../contract/languages.ts';
import { expectNoViolations, withoutMotion } from '../axe.ts';
import { expect, hydrated, scrollTo, test, visit } from './fixtures.ts';
import { words } from './words.ts';

test('axe finds nothing in any language, where sections still wait to be revealed, nor in the open menu', async ({
  page,
}) => {
  for (const language of languageCodes) {
    await visit(page, language);
    await scrollTo(page, 1);
    await expectNoViolations(page);
  }
  const { nav } = words.ru;
  await withoutMotion({ page });
  await page.getByRole('button', { name: nav.openMenu }).click();
  await expect(page.getByRole('link', { name: nav.consultation, exact: true })).toBeVisible();
  await expectNoViolations(page);
});

// Of one language: their words are all that differs, and of each markup alone is checked in tests/html.test.ts.
test('axe finds nothing on the other pages', async ({ page, complaints }) => {
  for (const path of ['/privacy', '/terms', '/no-such-page']) {
    await page.goto(path);
    await hydrated(page);
    await expectNoViolations(page);
  }
  complaints.provoked(/404/);
});
