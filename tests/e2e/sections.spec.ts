/** What each section says and links to, in every language. */
import { defaultContent } from '../../content/default-content.ts';
import { deadlines, facts } from '../../content/facts.ts';
import { links } from '../../content/links.ts';
import { languageCodes, languages } from '../../contract/languages.ts';
import { submissionLimits } from '../../contract/submission.ts';
import { factValues } from '../../site/i18n/fact-values.ts';
import { datesOfTheYear } from '../../site/sections/Process/deadline-dates.ts';
import { expect, test, visit } from './fixtures.ts';
import { words } from './words.ts';

/** The lists of the specification. */
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

for (const language of languageCodes) {
  const query = language === 'uz' ? '' : `?lang=${language}`;
  const { nav, hero, services, process, why, faq, contact, footer, startNote, newTab } = words[language];

  test.describe(`in ${language}`, () => {
    test('the header has five links, the consultation button and three languages', async ({ reading }) => {
      const page = await reading(language);
      const menu = page.locator('#menu');
      const items = menu.locator('li > a');
      await expect(items).toHaveText([nav.home, nav.services, nav.process, nav.about, nav.contact]);
      expect(await items.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
        `/${query}`,
        '#xizmatlar',
        '#jarayon',
        '#biz-haqimizda',
        '#aloqa',
      ]);
      await expect(menu.locator('a', { hasText: nav.consultation }).last()).toHaveAttribute('href', '#aloqa');

      const choices = page.getByRole('list', { name: nav.language }).getByRole('link');
      await expect(choices).toHaveCount(3);
      for (const [index, code] of languageCodes.entries()) {
        const choice = choices.nth(index);
        await expect(choice).toHaveAccessibleName(new RegExp(languages[code].name));
        await expect(choice).toHaveAttribute('href', code === 'uz' ? '/' : `/?lang=${code}`);
        await expect(choice.locator('use')).toHaveAttribute('href', new RegExp(`flag-${code}$`));
        if (code === language) await expect(choice).toHaveAttribute('aria-current', 'true');
        else await expect(choice).not.toHaveAttribute('aria-current');
      }
    });

    test('the hero has a badge, a title in two parts, two buttons and three figures', async ({ reading }) => {
      const page = await reading(language);
      const title = `${hero.titleFirst} ${hero.titleSecond}`;
      const section = page.getByRole('region', { name: title });
      await expect(section.getByRole('heading', { level: 1 })).toHaveText(title);
      for (const text of [hero.badge, hero.description, startNote])
        await expect(section.getByText(text, { exact: true })).toBeVisible();
      await expect(section.getByRole('link', { name: hero.packages })).toHaveAttribute('href', '#xizmatlar');
      await expect(section.getByRole('link', { name: hero.register })).toHaveAttribute(
        'href',
        links.registrationForm,
      );
      const { grantRange, clientsPerSeason, refundShare } = facts;
      await expect(section.getByRole('definition')).toHaveText([grantRange, clientsPerSeason, refundShare]);
      await expect(section.getByRole('term')).toHaveText(hero.stats.map(({ label }) => label));
    });

    test('there are three packages, Pro the popular one, and the Italy programme', async ({ reading }) => {
      const page = await reading(language);
      const section = page.getByRole('region', { name: services.title });
      const packages = section.locator('ul > li', { has: page.getByRole('heading', { level: 3 }) });
      await expect(packages).toHaveCount(3);
      const prices = [facts.basicPrice, facts.plusPrice, facts.proPrice];
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
      const italy = page.getByRole('article', { name: services.italy.title });
      await expect(italy.getByRole('definition')).toHaveText([
        services.italy.grant,
        services.italy.requirement,
      ]);
      await expect(italy).toContainText(facts.italyStipend);
      await expect(italy.getByText(facts.italyPrice, { exact: true })).toBeVisible();
      await expect(italy.getByRole('link', { name: services.italy.details })).toHaveAttribute(
        'href',
        links.telegramAdmin,
      );
    });

    test('the process has six steps with an icon each, a swipe hint and the deadlines', async ({
      reading,
    }) => {
      const page = await reading(language);
      const section = page.getByRole('region', { name: process.title });
      const steps = section.locator('li[id]');
      await expect(steps.getByRole('heading')).toHaveText(process.steps.map(({ title }) => title));
      await expect(steps).toContainText(process.steps.map(({ description }) => description));
      const icons = await steps.evaluateAll((all) =>
        all.map((step) => [...step.querySelectorAll('use')].at(-1)?.getAttribute('href')),
      );
      expect(new Set(icons).size).toBe(6);
      await expect(section.getByText(process.hint)).toBeVisible();
      const dots = page.getByRole('group', { name: process.carousel }).getByRole('link');
      for (const [index, { title }] of process.steps.entries())
        await expect(dots.nth(index)).toHaveAccessibleName(title);

      const written = factValues(defaultContent, language);
      for (const { names } of datesOfTheYear(deadlines)) {
        const date = section.getByRole('listitem').filter({ hasText: String(written[names[0] as never]) });
        for (const name of names) await expect(date).toContainText(process.deadlines.labels[name]);
      }
      await expect(section.getByText(process.deadlines.next)).toHaveCount(1);
    });

    test('there are six advantages and a comparison of three columns', async ({ reading }) => {
      const page = await reading(language);
      const section = page.getByRole('region', { name: why.title });
      const advantages = section.getByRole('listitem');
      await expect(advantages.getByRole('heading')).toHaveText(why.advantages.map(({ title }) => title));
      await expect(advantages).toContainText(why.advantages.map(({ description }) => description));
      expect(why.advantages).toHaveLength(6);
      const { title, aspect, others, nova, rows } = why.comparison;
      const table = section.getByRole('table', { name: title });
      await expect(table.getByRole('columnheader')).toHaveText([aspect, others, nova]);
      await expect(table.getByRole('rowheader')).toHaveText(rows.map((row) => row.aspect));
      await expect(table.getByRole('cell')).toHaveText(rows.flatMap((row) => [row.others, row.nova]));
    });

    test('there are 14 numbered questions under an Uzbek heading', async ({ reading }) => {
      const page = await reading(language);
      const section = page.getByRole('region', { name: 'Koʻp soʻraladigan savollar' });
      await expect(section.getByRole('heading', { level: 2 })).toHaveAttribute('lang', 'uz');
      await expect(section.locator('summary')).toHaveText(
        faq.items.map(({ question }, index) => `${String(index + 1).padStart(2, '0')}${question}`),
      );
      expect(faq.items).toHaveLength(14);
      await expect(section.locator('details > p')).toHaveText(faq.items.map(({ answer }) => answer));
      await expect(section.locator('ol')).toHaveAttribute('lang', language);
    });

    test('there are three ways to get in touch, a promo card and the form', async ({ reading }) => {
      const page = await reading(language);
      const section = page.getByRole('region', { name: contact.title });
      const { telegram, channel, email } = contact.cards;
      for (const [{ title, text }, href, readable] of [
        [telegram, links.telegramAdmin, links.telegramAdmin.replace('https://', '')],
        [channel, links.telegramChannel, links.telegramChannel.replace('https://', '')],
        [email, `mailto:${links.email}`, links.email],
      ] as const) {
        const card = section.getByRole('listitem').getByRole('link', { name: title });
        await expect(card).toHaveAttribute('href', href);
        await expect(card).toContainText(text);
        await expect(card).toContainText(readable);
      }
      const promo = section.getByRole('complementary', { name: contact.promo.title });
      await expect(promo.getByText(contact.promo.text)).toBeVisible();
      await expect(promo.getByRole('link', { name: contact.promo.button })).toHaveAttribute(
        'href',
        links.consultationForm,
      );

      const form = page.getByRole('form', { name: contact.formTitle });
      const described = await form.getByRole('textbox').evaluateAll((fields) =>
        (fields as HTMLTextAreaElement[]).map((field) => {
          const { name, type, required, placeholder, maxLength, rows = 1 } = field;
          return { label: field.labels[0]?.textContent, name, type, required, placeholder, maxLength, rows };
        }),
      );
      const limits = submissionLimits;
      const field = (name: keyof typeof limits, type: string, placeholder: string) => ({
        label: name === 'email' ? contact.email : `${contact[name]} *`,
        name,
        type,
        required: name !== 'email',
        placeholder,
        maxLength: limits[name],
        rows: name === 'message' ? 4 : 1,
      });
      expect(described).toEqual([
        field('name', 'text', contact.namePlaceholder),
        field('phone', 'tel', '+998 XX XXX XX XX'),
        field('email', 'email', contact.emailPlaceholder),
        field('message', 'textarea', contact.messagePlaceholder),
      ]);
      await expect(form.getByRole('link', { name: contact.privacyLink })).toHaveAttribute(
        'href',
        `/privacy${query}`,
      );
    });

    test('the footer has quick links, contacts, documents and the year', async ({ reading }) => {
      const part = (await reading(language)).getByRole('contentinfo');
      const found = await part
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
      await expect(part).toContainText(`© ${new Date().getFullYear()}`);
    });
  });
}

test('the English packages are the specified ones, and the first is called Oddiy in Uzbek', () => {
  for (const { name, features } of words.en.services.packages)
    expect(features.map((feature) => feature.toLowerCase())).toEqual(
      specified[name as keyof typeof specified].map((feature) => feature.toLowerCase()),
    );
  expect(words.uz.services.packages[0]?.name).toBe('Oddiy');
});

test('every link that leaves the site opens a new tab that cannot reach this one', async ({ reading }) => {
  const outward = await (await reading('uz'))
    .locator('a[href^="https:"], a[href^="mailto:"], a[target]')
    .evaluateAll((all) => all.map((link) => [link.getAttribute('target'), link.getAttribute('rel')]));
  expect(outward.length).toBeGreaterThan(9);
  for (const [target, rel] of outward) {
    expect(target).toBe('_blank');
    expect(rel?.split(' ')).toContain('noopener');
  }
});

test('robots are lured into a field that people do not reach', async ({ reading }) => {
  const page = await reading('uz');
  const trap = page.locator('input[name="extra_note"]');
  await expect(trap).toHaveAttribute('autocomplete', 'off');
  await expect(trap).toHaveAttribute('tabindex', '-1');
  await expect(page.getByRole('textbox')).toHaveCount(4);
});

test('a page that was built last year shows the current year', async ({ page }) => {
  const year = new Date().getFullYear() + 1;
  await page.clock.setFixedTime(new Date(year, 0, 1, 9));
  await visit(page);
  await expect(page.getByRole('contentinfo')).toContainText(`© ${year}`);
});

test('a deadline is the next one until its day is over in Tashkent; then the year begins anew', async ({
  page,
}) => {
  const { labels, next } = words.uz.process.deadlines;
  const dates = datesOfTheYear(deadlines);
  const { month, day } = dates.at(-1) as (typeof dates)[number];
  const midnight = Date.UTC(2026, month - 1, day + 1) - 5 * 3_600_000;
  for (const [now, expected] of [
    [midnight - 60_000, dates.length - 1],
    [midnight + 60_000, 0],
  ] as const) {
    await page.clock.setFixedTime(new Date(now));
    await visit(page);
    const list = page.locator('#jarayon ul').filter({ hasText: labels.fallDeadline });
    await expect(list.getByText(next)).toHaveCount(1);
    await expect(list.getByRole('listitem').nth(expected)).toContainText(next);
  }
});
