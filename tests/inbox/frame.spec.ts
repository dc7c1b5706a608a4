/** What all pages of the inbox share: the menu, help, errors, storage. */
import type { Page } from '@playwright/test';
import { clickPath } from '#contract/addresses.ts';
import { fill } from '#contract/fill.ts';
import { languages } from '#contract/languages.ts';
import { dictionaries } from '#inbox/language/words.ts';
import { expect, heading, press, rows, test, words } from './fixtures.ts';

const { nav } = words;
const menu = (page: Page) => page.getByRole('button', { name: fill(nav.menu, { name: 'Dilnoza' }) });
const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: nav.label }).getByRole('link', { name });

test('a page that breaks is reported once, without data, and the others still open', async ({
  signIn,
  consoleErrors,
}) => {
  const page = await signIn();
  const reports: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(clickPath)) reports.push(request.postData());
  });
  await page.route('**/inbox/api/stats?*', (route) => route.fulfill({ json: {} }));
  await page.goto('/inbox');
  await section(page, nav.stats).click();
  await expect(page.getByText(words.errors.pageBroken)).toBeVisible();
  await section(page, nav.delivery).click();
  await expect(heading(page, words.delivery.title)).toBeVisible();
  await section(page, nav.stats).click();
  await expect(page.getByText(words.errors.pageBroken)).toBeVisible();
  expect(reports).toEqual(['inbox']);
  consoleErrors.allowed(/TypeError|undefined/);
});

test('the inbox works where the browser refuses storage', async ({ service, signIn }) => {
  await service.addLead({ name: 'Aziza Karimova' });
  const page = await signIn();
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied', 'SecurityError');
        },
      });
  });
  await page.goto('/inbox');
  await rows(page).getByRole('link').click();
  await page.getByLabel(words.lead.note).fill('Ertaga');
  await page.getByRole('link', { name: words.lead.back }).click();
  await rows(page).getByRole('link').click();
  await expect(page.getByLabel(words.lead.note), 'kept until the inbox is closed').toHaveValue('Ertaga');
});

test('the menu’s dialog gives the focus back to the menu', async ({ signIn }) => {
  const page = await signIn();
  await page.goto('/inbox');
  await menu(page).click();
  await press(page, nav.everywhere);
  await press(page, words.cancel);
  await expect(menu(page)).toBeFocused();
});

test('Help shows the guide in the language of the inbox', async ({ signIn }) => {
  const page = await signIn();
  await page.goto('/inbox');
  for (const language of ['uz', 'ru', 'en'] as const) {
    const { help, nav } = dictionaries[language];
    const name = fill(nav.menu, { name: 'Dilnoza' });
    await page.getByRole('button', { name: /Dilnoza/ }).click();
    await press(page, languages[language].name);
    await page.getByRole('link', { name: help, exact: true }).click();
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(help);
    // The guide names the things as the inbox does.
    for (const word of [nav.stats, nav.everywhere, help, dictionaries[language].lead.addNote])
      await expect(page.getByRole('main')).toContainText(word);
    await expect(page.getByRole('main').getByRole('img')).toHaveCount(0);
  }
  const link = page.getByRole('main').getByRole('link');
  await link.click();
  await expect(page.locator(':target')).toBeInViewport();
});
