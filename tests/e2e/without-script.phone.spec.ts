/** A cheap phone may wait long for the script, or never get it: the page is whole without. */
import { languageCodes } from '../../contract/languages.ts';
import { expect, test } from './fixtures.ts';
import { words } from './words.ts';

for (const language of languageCodes) {
  test(`without script the page says in ${language} all that it says with it`, async ({
    reading,
    scriptless,
  }) => {
    const page = await reading(language);
    await scriptless.goto(page.url());
    for (const part of ['banner', 'main', 'contentinfo'] as const) {
      const text = await page.getByRole(part).textContent();
      // Which deadline is the next only a script can know.
      const known = text?.replace(words[language].process.deadlines.next, '') ?? '';
      await expect(scriptless.getByRole(part)).toHaveText(known, { useInnerText: false });
    }
    await expect(scriptless).toHaveTitle(words[language].meta.title);

    const { services, process, why, faq, contact } = words[language];
    const shown = [
      services.packages[2]?.features[7],
      process.steps[5]?.description,
      why.comparison.rows.at(-1)?.aspect,
      faq.items[13]?.question,
      contact.promo.text,
    ];
    for (const text of shown) await expect(scriptless.getByText(text ?? '', { exact: true })).toBeVisible();
  });
}
