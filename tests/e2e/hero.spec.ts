import { facts } from '../../content/facts.ts';
import { links } from '../../content/links.ts';
import { languageCodes } from '../../contract/languages.ts';
import { onThePhone } from '../on-the-phone.ts';
import { expect, test, visit } from './fixtures.ts';
import { words } from './words.ts';

for (const language of languageCodes) {
  test(`the hero says in ${language} what is offered`, async ({ reading }) => {
    const { hero, startNote } = words[language];
    const page = await reading(language);
    const section = page.getByRole('region', { name: `${hero.titleFirst} ${hero.titleSecond}` });
    await expect(section.getByRole('heading', { level: 1 })).toHaveText(
      `${hero.titleFirst} ${hero.titleSecond}`,
    );
    await expect(section.getByText(hero.badge, { exact: true })).toBeVisible();
    await expect(section.getByText(hero.description)).toBeVisible();
    await expect(section.getByRole('link', { name: hero.packages })).toHaveAttribute('href', '#xizmatlar');
    await expect(section.getByRole('link', { name: hero.register })).toHaveAttribute(
      'href',
      links.registrationForm,
    );
    await expect(section.getByText(startNote)).toBeVisible();
    const { grantRange, clientsPerSeason, refundShare } = facts;
    await expect(section.getByRole('definition')).toHaveText([grantRange, clientsPerSeason, refundShare]);
    await expect(section.getByRole('term')).toHaveText(hero.stats.map(({ label }) => label));
  });
}

test('the picture is whole: the portal and the flight to two places below it', async ({ reading }) => {
  const page = await reading('uz');
  const picture = page.locator('svg', { has: page.locator('[href="#d-portal"]') });
  const shown = await picture.evaluate((svg) => {
    const own = svg.getBoundingClientRect();
    const { left, right, bottom } = (svg.parentElement as Element).getBoundingClientRect();
    return {
      ratio: own.height / own.width,
      cut: own.left < left || own.right > right || own.bottom > bottom + 1,
    };
  });
  expect(shown).toEqual({ ratio: expect.closeTo(600 / 480, 2), cut: false });
});

test(
  'the first button scrolls to the packages, the second opens the registration form in a new tab',
  onThePhone,
  async ({ page, context }) => {
    await context.route(links.registrationForm, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>form</title>' }),
    );
    await visit(page);
    const opened = context.waitForEvent('page');
    await page.locator(`a[href="${links.registrationForm}"]`, { hasText: words.uz.hero.register }).click();
    const form = await opened;
    await expect(form).toHaveURL(links.registrationForm);
    await expect(page).toHaveURL('/');
    expect(await form.evaluate(() => window.opener)).toBeNull();
    await form.close();

    await page.getByRole('link', { name: words.uz.hero.packages }).click();
    await expect(page).toHaveURL('/#xizmatlar');
    await expect(page.getByRole('heading', { name: words.uz.services.title })).toBeInViewport();
  },
);
