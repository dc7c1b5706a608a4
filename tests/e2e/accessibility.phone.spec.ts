import AxeBuilder from '@axe-core/playwright';
import { languageCodes } from '../../site/i18n/languages.ts';
import { expect, test, visit } from './fixtures.ts';
import { words } from './words.ts';

for (const language of languageCodes) {
  test(`axe finds nothing in the open menu in ${language}`, async ({ page }) => {
    const { nav } = words[language];
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visit(page, language);
    await page.getByRole('button', { name: nav.openMenu }).click();
    await expect(page.getByRole('link', { name: nav.consultation, exact: true })).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });
}
