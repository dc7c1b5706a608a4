/** The contents and links of each section. */
import type { Locator } from '@playwright/test';
import { flatten } from '#content/content.ts';
import { defaultContent } from '#content/default-content.ts';
import { deadlines, facts } from '#content/facts.ts';
import { links } from '#content/links.ts';
import { languageCodes, languages } from '#contract/languages.ts';
import { submissionLimits } from '#contract/submission.ts';
import { factValues } from '#site/i18n/fact-values.ts';
import { datesOfTheYear } from '#site/sections/Process/deadline-dates.ts';
import { expect, test, visit } from './fixtures.ts';
import { words } from './words.ts';

const { nav, hero, services, process, why, faq, contact, startNote, newTab } = words.en;

/** Texts that need script or an action to appear. Other tests cover them. */
const onDemand =
  /^(meta|legal|language|toasts|notFound)\.|^process\.(position|deadlines\.next)|^services\.startPackage|^contact\.(required$|emailInvalid|full|sending|success|error|backHint|waitHint)/;

for (const language of languageCodes)
  test(`every text of the dictionary is on the page in ${language}, also without script`, async ({
    sharedPage,
    scriptless,
  }) => {
    const page = await sharedPage(language);
    await scriptless.goto(page.url());
    const expected = [...flatten(words[language])].filter(([key]) => !onDemand.test(key));
    for (const tab of [page, scriptless]) {
      const shown = await tab.evaluate(() => {
        const named = [...document.querySelectorAll<HTMLInputElement>('[aria-label], [placeholder]')];
        const names = named.flatMap((element) => [element.ariaLabel, element.placeholder]);
        return [document.body.textContent, ...names].join('\n');
      });
      expect(expected.filter(([, text]) => !shown.includes(text))).toEqual([]);
    }
  });

const hrefsOf = (links: Locator) => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));

test('the header has five links, the consultation button and three languages with flags', async ({
  sharedPage,
}) => {
  const page = await sharedPage('en');
  const menu = page.locator('#menu');
  const items = menu.locator('li > a');
  await expect(items).toHaveText([nav.home, nav.services, nav.process, nav.about, nav.contact]);
  expect(await hrefsOf(items)).toEqual(['/?lang=en', '#xizmatlar', '#jarayon', '#biz-haqimizda', '#aloqa']);
  await expect(menu.locator('a', { hasText: nav.consultation }).last()).toHaveAttribute('href', '#aloqa');

  const choices = page.getByRole('list', { name: nav.language }).getByRole('link');
  expect(await hrefsOf(choices)).toEqual(['/', '/?lang=en', '/?lang=ru']);
  for (const [index, code] of languageCodes.entries()) {
    await expect(choices.nth(index)).toHaveAccessibleName(new RegExp(languages[code].name));
    await expect(choices.nth(index).locator('use')).toHaveAttribute('href', new RegExp(`flag-${code}$`));
  }
  await expect(choices.and(page.locator('[aria-current]'))).toHaveAccessibleName(/English/);
});

test('the hero has a badge, a title in two parts, two buttons and three figures', async ({ sharedPage }) => {
  const page = await sharedPage('en');
  const title = `${hero.titleFirst} ${hero.titleSecond}`;
  const section = page.getByRole('region', { name: title });
  await expect(section.getByRole('heading', { level: 1 })).toHaveText(title);
  for (const text of [hero.badge, hero.description, startNote])
    await expect(section.getByText(text, { exact: true })).toBeVisible();
  await expect(section.getByRole('link', { name: hero.packages })).toHaveAttribute('href', '#xizmatlar');
  const register = section.getByRole('link', { name: hero.register });
  await expect(register).toHaveAttribute('href', links.registrationForm);
  const { grantRange, clientsPerSeason, refundShare } = facts;
  await expect(section.getByRole('definition')).toHaveText([grantRange, clientsPerSeason, refundShare]);
  await expect(section.getByRole('term')).toHaveText(hero.stats.map(({ label }) => label));
});

test('there are three packages with their prices and features, Pro the popular one, and the Italy programme', async ({
  sharedPage,
}) => {
  const page = await sharedPage('en');
  const section = page.getByRole('region', { name: services.title });
  const packages = section.locator('ul > li', { has: page.getByRole('heading', { level: 3 }) });
  await expect(packages).toHaveCount(3);
  for (const [index, { name, price, features }] of services.packages.entries()) {
    const item = packages.nth(index);
    await expect(item.getByRole('heading')).toHaveText(name);
    await expect(item.getByText(price, { exact: true })).toBeVisible();
    await expect(item.getByRole('listitem')).toHaveText(features);
    await expect(item.getByText(services.popular)).toHaveCount(index === 2 ? 1 : 0);
    const start = item.getByRole('link', { name: services.start });
    await expect(start).toHaveAccessibleName(new RegExp(`${name}.*\\(${newTab}\\)`));
    await expect(start).toHaveAttribute('href', links.registrationForm);
  }
  const italy = page.getByRole('article', { name: services.italy.title });
  await expect(italy.getByRole('definition')).toHaveText([services.italy.grant, services.italy.requirement]);
  await expect(italy).toContainText(facts.italyStipend);
  await expect(italy.getByText(facts.italyPrice, { exact: true })).toBeVisible();
  const details = italy.getByRole('link', { name: services.italy.details });
  await expect(details).toHaveAttribute('href', links.telegramAdmin);
});

test('the process has six steps with an icon each, and the deadlines', async ({ sharedPage }) => {
  const page = await sharedPage('en');
  const section = page.getByRole('region', { name: process.title });
  const steps = section.locator('li[id]');
  await expect(steps.getByRole('heading')).toHaveText(process.steps.map(({ title }) => title));
  await expect(steps).toContainText(process.steps.map(({ description }) => description));
  const icons = await hrefsOf(steps.locator('use:last-of-type'));
  expect(new Set(icons).size).toBe(6);
  await expect(section.getByText(process.hint)).toBeVisible();

  const written = factValues(defaultContent, 'en');
  for (const { names } of datesOfTheYear(deadlines)) {
    const date = section.getByRole('listitem').filter({ hasText: String(written[names[0] as never]) });
    for (const name of names) await expect(date).toContainText(process.deadlines.labels[name]);
  }
});

test('there are six advantages and a comparison of three columns', async ({ sharedPage }) => {
  const page = await sharedPage('en');
  const section = page.getByRole('region', { name: why.title });
  const advantages = section.getByRole('listitem');
  await expect(advantages).toHaveCount(6);
  await expect(advantages.getByRole('heading')).toHaveText(why.advantages.map(({ title }) => title));
  const { title, aspect, others, nova, rows } = why.comparison;
  const table = section.getByRole('table', { name: title });
  await expect(table.getByRole('columnheader')).toHaveText([aspect, others, nova]);
  await expect(table.getByRole('rowheader')).toHaveText(rows.map((row) => row.aspect));
  await expect(table.getByRole('cell')).toHaveText(rows.flatMap((row) => [row.others, row.nova]));
});

test('the questions are numbered, under an Uzbek heading', async ({ sharedPage }) => {
  const page = await sharedPage('en');
  const section = page.getByRole('region', { name: 'Koʻp soʻraladigan savollar' });
  await expect(section.getByRole('heading', { level: 2 })).toHaveAttribute('lang', 'uz');
  await expect(section.locator('ol')).toHaveAttribute('lang', 'en');
  await expect(section.locator('summary')).toHaveText(
    faq.items.map(({ question }, index) => `${String(index + 1).padStart(2, '0')}${question}`),
  );
  await expect(section.locator('details > p')).toHaveText(faq.items.map(({ answer }) => answer));
});

test('there are three ways to get in touch, a promo card and the form', async ({ sharedPage }) => {
  const page = await sharedPage('en');
  const section = page.getByRole('region', { name: contact.title });
  const { telegram, channel, email } = contact.cards;
  for (const [{ title }, href] of [
    [telegram, links.telegramAdmin],
    [channel, links.telegramChannel],
    [email, `mailto:${links.email}`],
  ] as const) {
    const card = section.getByRole('listitem').getByRole('link', { name: title });
    await expect(card).toHaveAttribute('href', href);
    await expect(card).toContainText(href.replace(/https:\/\/|mailto:/, ''));
  }
  const promo = section.getByRole('complementary', { name: contact.promo.title });
  const button = promo.getByRole('link', { name: contact.promo.button });
  await expect(button).toHaveAttribute('href', links.consultationForm);

  const form = page.getByRole('form', { name: contact.formTitle });
  const described = await form
    .getByRole('textbox')
    .evaluateAll((fields) =>
      (fields as HTMLTextAreaElement[]).map(({ labels, type, required, placeholder, maxLength, rows }) => [
        ...[labels[0]?.textContent, type, required, placeholder, maxLength, rows ?? 1],
      ]),
    );
  const limits = submissionLimits;
  expect(described).toEqual([
    ['Name *', 'text', true, 'Enter your name', limits.name, 1],
    ['Phone *', 'tel', true, '+998 XX XXX XX XX', limits.phone, 1],
    ['Email', 'email', false, contact.emailPlaceholder, limits.email, 1],
    ['Message *', 'textarea', true, contact.messagePlaceholder, limits.message, 4],
  ]);
  const privacy = form.getByRole('link', { name: contact.privacyLink });
  await expect(privacy).toHaveAttribute('href', '/privacy?lang=en');
});

test('the footer has quick links, contacts, documents and the year', async ({ sharedPage }) => {
  const part = (await sharedPage('en')).getByRole('contentinfo');
  expect(await hrefsOf(part.getByRole('link'))).toEqual([
    ...['#xizmatlar', '#jarayon', '#biz-haqimizda'],
    ...[links.telegramAdmin, links.telegramChannel, `mailto:${links.email}`],
    ...['/privacy?lang=en', '/terms?lang=en'],
  ]);
  await expect(part).toContainText(`© ${new Date().getFullYear()}`);
});

test('every link that leaves the site says that it opens a new tab, which cannot reach this one; a mail link opens none', async ({
  scriptless: page,
}) => {
  for (const path of ['/?lang=en', '/privacy?lang=en', '/no/such-page?lang=en']) {
    await page.goto(path);
    const outward = page.locator('a[href^="https:"], a[target]');
    await expect(outward).not.toHaveCount(0);
    for (const link of await outward.all()) {
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', 'noopener');
      expect((await link.getAttribute('aria-label')) ?? (await link.textContent())).toContain(`(${newTab})`);
    }
    await expect(page.locator('a[href^="mailto:"]')).not.toHaveCount(0);
    await expect(page.locator('a[href^="mailto:"][target]')).toHaveCount(0);
  }
});

test('the spam honeypot is a field that people cannot reach', async ({ sharedPage }) => {
  const page = await sharedPage('uz');
  const honeypot = page.locator('input[name="extra_note"]');
  await expect(honeypot).toHaveAttribute('autocomplete', 'off');
  await expect(honeypot).toHaveAttribute('tabindex', '-1');
  await expect(page.getByRole('textbox')).toHaveCount(4);
});

test('the year and the next deadline follow the date of the visit, not of the build', async ({ page }) => {
  const year = new Date().getFullYear() + 1;
  await page.clock.setFixedTime(new Date(year, 0, 1, 9));
  await visit(page, 'en');
  await expect(page.getByRole('contentinfo')).toContainText(`© ${year}`);
  const list = page.locator('#jarayon ul').filter({ hasText: process.deadlines.labels.fallDeadline });
  await expect(list.getByText(process.deadlines.next)).toHaveCount(1);
  await expect(list.getByRole('listitem').first()).toContainText(process.deadlines.next);
});
