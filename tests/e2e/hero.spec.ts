import type { Page } from '@playwright/test';
import { facts } from '../../content/facts.ts';
import { links } from '../../content/links.ts';
import { type Language, languageCodes } from '../../contract/languages.ts';
import { onThePhone } from '../on-the-phone.ts';
import { expect, test, visit } from './fixtures.ts';
import { words } from './words.ts';

/** The first step of the process has the same name, further down. */
const registerLink = (page: Page, language: Language) =>
  page.locator(`a[href="${links.registrationForm}"]`, { hasText: words[language].hero.register });

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

  test(`badge, title and both buttons are on the first screen in ${language}`, async ({ page, isMobile }) => {
    if (isMobile) await page.setViewportSize({ width: 360, height: 640 });
    await visit(page, language);
    const { hero } = words[language];
    await expect(page.getByText(hero.badge, { exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('link', { name: hero.packages })).toBeInViewport({ ratio: 1 });
    await expect(registerLink(page, language)).toBeInViewport({ ratio: 1 });
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

test('the first button scrolls to the packages', onThePhone, async ({ page }) => {
  await visit(page);
  await page.getByRole('link', { name: words.uz.hero.packages }).click();
  await expect(page).toHaveURL('/#xizmatlar');
  await expect(page.getByRole('heading', { name: words.uz.services.title })).toBeInViewport();
});

test('the second button opens the registration form in a new tab', onThePhone, async ({ page, context }) => {
  await context.route(links.registrationForm, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>form</title>' }),
  );
  await visit(page);
  const opened = context.waitForEvent('page');
  await registerLink(page, 'uz').click();
  const form = await opened;
  await expect(form).toHaveURL(links.registrationForm);
  await expect(page).toHaveURL('/');
  expect(await form.evaluate(() => window.opener)).toBeNull();
});
