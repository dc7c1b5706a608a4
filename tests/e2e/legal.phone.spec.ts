import { links } from '../../content/links.ts';
import { languageCodes } from '../../contract/languages.ts';
import { expect, test, visit } from './fixtures.ts';
import { words } from './words.ts';

for (const name of ['privacy', 'terms'] as const) {
  test(`/${name} is there in every language, with and without script`, async ({ page, scriptless }) => {
    for (const language of languageCodes) {
      const { title, updated, intro, sections } = words[language].legal[name];
      await visit(page, language, `/${name}`);
      await scriptless.goto(page.url());
      for (const tab of [page, scriptless]) {
        await expect(tab).toHaveTitle(title);
        const main = tab.getByRole('main');
        await expect(main.getByRole('heading', { level: 1 })).toHaveText(title);
        await expect(main.getByRole('heading', { level: 2 })).toHaveText(
          sections.map((section) => section.title),
        );
        await expect(main.getByRole('paragraph')).toHaveText([
          updated,
          intro,
          ...sections.flatMap((section) => section.paragraphs.map((text) => text.replace(/[[\]]/g, ''))),
        ]);
        const written = sections.flatMap(({ paragraphs }) => paragraphs.join().match(/(?<=\[)[^\]]+/g) ?? []);
        expect(written).toContain(links.email);
        await expect(main.getByRole('link')).toHaveText(written);
        for (const words of written) {
          const href = words === links.email ? `mailto:${links.email}` : links.telegramAdmin;
          await expect(main.getByRole('link', { name: words }).first()).toHaveAttribute('href', href);
        }
      }
    }
    await page.getByRole('banner').getByRole('link', { name: words.ru.nav.home }).first().click();
    await expect(page).toHaveURL('/?lang=ru');
  });
}

test('the language is switched in place on a legal page too', async ({ page }) => {
  await visit(page, 'uz', '/terms');
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.en.legal.terms.title);
  await expect(page).toHaveURL('/terms?lang=en');
  await expect(page).toHaveTitle(words.en.meta.termsTitle);
});
