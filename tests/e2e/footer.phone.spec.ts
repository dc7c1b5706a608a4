import { links } from '../../content/links.ts';
import { languageCodes } from '../../contract/languages.ts';
import { expect, test, visit } from './fixtures.ts';
import { words } from './words.ts';

for (const language of languageCodes) {
  test(`the footer has quick links, contacts, documents and the year in ${language}`, async ({ reading }) => {
    const { footer, nav } = words[language];
    const query = language === 'uz' ? '' : `?lang=${language}`;
    const page = await reading(language);
    const found = await page
      .getByRole('contentinfo')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
    expect(found).toEqual([
      [nav.services, '#xizmatlar'],
      [nav.process, '#jarayon'],
      [nav.about, '#biz-haqimizda'],
      [footer.telegram, links.telegramAdmin],
      [footer.channel, links.telegramChannel],
      [links.email, `mailto:${links.email}`],
      [footer.privacy, `/privacy${query}`],
      [footer.terms, `/terms${query}`],
    ]);
    await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()}`);
  });
}

test('the e-mail opens as it does on its card', async ({ reading }) => {
  const page = await reading('uz');
  const mail = page.locator(`a[href="mailto:${links.email}"]`);
  expect(await mail.evaluateAll((all) => all.map((link) => link.getAttribute('target')))).toEqual([
    '_blank',
    '_blank',
  ]);
});

test('a page that was built last year shows the current one', async ({ page }) => {
  const year = new Date().getFullYear() + 1;
  await page.clock.setFixedTime(new Date(year, 0, 1, 9));
  await visit(page);
  await expect(page.getByRole('contentinfo')).toContainText(`© ${year}`);
});
