/** All pages except the landing page: legal texts, 404 and the error page. */
import type { Page } from '@playwright/test';
import { links } from '#content/links.ts';
import { clickPath } from '#contract/addresses.ts';
import { languageCodes, languages } from '#contract/languages.ts';
import { pageAddress } from '#contract/page-address.ts';
import { expect, hydrated, test, visit } from './fixtures.ts';
import { words } from './words.ts';

for (const name of ['privacy', 'terms'] as const) {
  test(`/${name} is complete in every language without script`, async ({ scriptless }) => {
    for (const language of languageCodes) {
      const { title, updated, intro, sections } = words[language].legal[name];
      await scriptless.goto(pageAddress(`/${name}`, language));
      const main = scriptless.getByRole('main');
      await expect(scriptless).toHaveTitle(title);
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(main.getByRole('heading', { level: 2 })).toHaveText(sections.map(({ title }) => title));
      const paragraphs = sections.flatMap((section) => section.paragraphs);
      const withNote = (link: string) => (link.includes('@') ? link : `${link} (${words[language].newTab})`);
      await expect(main.getByRole('paragraph')).toHaveText([
        updated,
        intro,
        ...paragraphs.map((text) => text.replace(/\[(.+?)\]/g, (_, link) => withNote(link))),
      ]);
      const mail = main.getByRole('link', { name: links.email }).first();
      await expect(mail).toHaveAttribute('href', `mailto:${links.email}`);
    }
  });
}

test('a legal page switches language without a reload and links to the sections of the landing page', async ({
  page,
}) => {
  await visit(page, 'uz', '/terms');
  await page.getByRole('link', { name: 'Русский' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.ru.legal.terms.title);
  await expect(page).toHaveURL('/terms?lang=ru');
  await expect(page).toHaveTitle(words.ru.meta.termsTitle);
  await page.getByRole('button', { name: words.ru.nav.openMenu }).click();
  await page.locator('#menu').getByRole('link', { name: words.ru.nav.process }).click();
  await expect(page).toHaveURL('/?lang=ru#jarayon');
  await hydrated(page);
  await expect(page.getByRole('heading', { name: words.ru.process.title })).toBeInViewport();
});

test('an unknown path gets status 404, a link back and a line in the console', async ({
  page,
  scriptless,
  consoleErrors,
}) => {
  for (const tab of [scriptless, page]) {
    expect((await tab.goto('/no/such-page?lang=ru'))?.status()).toBe(404);
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('404 Oops! Page not found');
    await expect(tab.getByText(words.ru.notFound.line)).toBeVisible();
  }
  await hydrated(page);
  await expect(page).toHaveTitle(words.ru.meta.notFoundTitle);
  await page.getByRole('main').getByRole('link', { name: words.ru.notFound.back }).click();
  await expect(page).toHaveURL('/?lang=ru');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(words.ru.hero.titleFirst);
  consoleErrors.expected(/^404.*\/no\/such-page/, 1);
  consoleErrors.expected(/^Failed to load resource.*404/, 1);
});

test('an address that begins with // keeps a returning reader on the site, and its language can be switched', async ({
  page,
  baseURL,
  consoleErrors,
}) => {
  await visit(page, 'uz');
  const choose = (name: string) => page.getByRole('link', { name }).first().click();
  await choose(languages.ru.name);
  await expect(page).toHaveURL('/?lang=ru');
  await page.goto(`${baseURL}//evil.example/x`);
  await hydrated(page);
  await expect(page).toHaveURL(`${baseURL}//evil.example/x?lang=ru`);
  await choose(languages.en.name);
  await expect(page).toHaveURL(`${baseURL}//evil.example/x?lang=en`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  consoleErrors.expected(/404/);
});

test('an error while rendering shows the error page with the message but no stack', async ({
  page,
  consoleErrors,
}) => {
  await visit(page);
  const reports = reportsOf(page);
  // The FAQ formats its numbers with padStart, so rendering another language fails.
  await page.evaluate(() => {
    String.prototype.padStart = () => {
      throw new Error('No number for this question');
    };
  });
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  const main = page.getByRole('main');
  await expect(main.getByRole('paragraph')).toHaveText('No number for this question');
  await expect(main.getByRole('link')).toHaveAttribute('href', '/');
  expect(reports, 'reported once, without data').toEqual(['page']);
  consoleErrors.expected(/No number for this question/);
});

test('HTML that does not fit the script is reported once, without data', async ({ page, consoleErrors }) => {
  const reports = reportsOf(page);
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(words.uz.nav.services, 'translated by the browser');
    await route.fulfill({ response, body });
  });
  await visit(page);
  await expect(page.getByRole('contentinfo').getByText(words.uz.nav.services)).toBeVisible();
  expect(reports).toEqual(['hydration']);
  consoleErrors.expected(/Minified React error/);
});

/** What the page's beacon posts from now on. */
function reportsOf(page: Page): (string | null)[] {
  const reports: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(clickPath)) reports.push(request.postData());
  });
  return reports;
}
