import { facts } from '../../content/facts.ts';
import { links } from '../../content/links.ts';
import { languageCodes } from '../../contract/languages.ts';
import { onThePhone } from '../on-the-phone.ts';
import { expect, test } from './fixtures.ts';
import { words } from './words.ts';

/** The specification's own lists, in English. */
const specified = {
  Basic: ['Profile analysis', 'University list', 'Essay consulting', 'General strategy', 'Email support'],
  Plus: [
    'Full application process',
    'Professional essays',
    'Recommendation letters',
    'Grant strategy',
    'Document preparation',
    'Personal mentor',
    `${facts.support} support`,
  ],
  Pro: [
    'All Plus services',
    'Visa preparation',
    'DS-160 filling',
    'Interview training',
    'Financial documents',
    'Admission guarantee',
    `${facts.grantRange} grant guarantee`,
    `${facts.refundShare} money back`,
  ],
};
const prices = [facts.basicPrice, facts.plusPrice, facts.proPrice];

for (const language of languageCodes) {
  test(`three packages with all features and prices, Pro the popular one, in ${language}`, async ({
    reading,
  }) => {
    const { services, startNote, newTab } = words[language];
    const page = await reading(language);
    const section = page.getByRole('region', { name: services.title });
    const packages = section.locator('ul > li', { has: page.getByRole('heading', { level: 3 }) });
    await expect(packages).toHaveCount(3);
    await expect(section.getByText(startNote)).toBeVisible();
    for (const [index, { name, features }] of services.packages.entries()) {
      const item = packages.nth(index);
      await expect(item.getByRole('heading')).toHaveText(name);
      await expect(item.getByText(prices[index] as string, { exact: true })).toBeVisible();
      await expect(item.getByRole('listitem')).toHaveText(features);
      await expect(item.getByText(services.popular)).toHaveCount(index === 2 ? 1 : 0);
      const start = item.getByRole('link', { name: services.start });
      await expect(start).toHaveAccessibleName(new RegExp(`${name}.*\\(${newTab}\\)`));
      await expect(start).toHaveAttribute('href', links.registrationForm);
    }
  });

  test(`the Italy card tells grant, requirement and price in ${language}`, async ({ reading }) => {
    const { italy } = words[language].services;
    const page = await reading(language);
    const card = page.getByRole('article', { name: italy.title });
    await expect(card.getByRole('definition')).toHaveText([italy.grant, italy.requirement]);
    expect(italy.grant).toContain(facts.italyGrant);
    expect(italy.grant).toContain(facts.italyStipend);
    await expect(card.getByText(facts.italyPrice, { exact: true })).toBeVisible();
    await expect(card.getByRole('link', { name: italy.details })).toHaveAttribute(
      'href',
      links.telegramAdmin,
    );
  });
}

test(
  'the English packages are the specified ones, and the first is called Oddiy in Uzbek',
  onThePhone,
  async ({ reading }) => {
    const page = await reading('en');
    const section = page.getByRole('region', { name: words.en.services.title });
    for (const [name, features] of Object.entries(specified)) {
      const item = section.locator('ul > li', { has: page.getByRole('heading', { name }) });
      await expect(item.getByRole('listitem')).toHaveText(features, { ignoreCase: true });
    }
    expect(words.uz.services.packages[0]?.name).toBe('Oddiy');
  },
);

test(
  'every link that leaves the site opens a new tab without a way back into this one',
  onThePhone,
  async ({ reading }) => {
    const page = await reading('uz');
    const outward = await page
      .locator('a[href^="https:"], a[target]')
      .evaluateAll((all) => all.map((link) => [link.getAttribute('target'), link.getAttribute('rel')]));
    expect(outward.length).toBeGreaterThan(9);
    for (const [target, rel] of outward) {
      expect(target).toBe('_blank');
      expect(rel?.split(' ')).toContain('noopener');
    }
  },
);
