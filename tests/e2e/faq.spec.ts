import type { Page } from '@playwright/test';
import { languageCodes } from '../../site/i18n/languages.ts';
import { expect, test, visit } from './fixtures.ts';
import { words } from './words.ts';

const heading = 'Koʻp soʻraladigan savollar';
const section = (page: Page) => page.getByRole('region', { name: heading });
const question = (page: Page, number: number) =>
  section(page)
    .locator('summary')
    .nth(number - 1);
const open = (page: Page) => section(page).locator('details[open]');

/** Section 9 of the specification, as every language writes it. */
const constants = [
  ...['90-100%', '90%', '100%', '95%+', '10', '$599', '$1,899', '$2,299', '50%', '40%', '$30', 'Zoom'],
  ...['IELTS 6.0', 'Duolingo', 'TOEFL', 'B2', 'SAT', 'DS-160', 'Pro', '$2,000', '€7,600', '24/7', '24'],
];
const ownConstants = {
  uz: ['Oddiy', '30-oktabr', '30-noyabr', '30-sentabr', 'yanvar', 'avgust', '11-sinf', 'pasport'],
  en: ['Basic', 'October 30', 'November 30', 'September 30', 'January', 'August', '11th', 'passport'],
  ru: ['Basic', '30 октября', '30 ноября', '30 сентября', 'январ', 'август', '11', 'паспорт'],
};

for (const language of languageCodes) {
  test(`fourteen numbered questions give every business constant in ${language}`, async ({ reading }) => {
    const { faq } = words[language];
    const page = await reading(language);
    await expect(section(page).getByRole('heading', { level: 2 })).toHaveAttribute('lang', 'uz');
    await expect(section(page).getByText(faq.lead)).toBeVisible();
    const numbered = faq.items.map(
      ({ question }, index) => `${String(index + 1).padStart(2, '0')}${question}`,
    );
    await expect(section(page).locator('summary')).toHaveText(numbered);
    expect(numbered).toHaveLength(14);
    await expect(section(page).locator('ol')).toHaveAttribute('lang', language);

    const answers = await section(page).locator('details').allTextContents();
    const text = answers.join('\n').replaceAll('\u00a0', ' ');
    for (const constant of [...constants, ...ownConstants[language]]) expect(text).toContain(constant);
  });
}

const singleOpen = async (page: Page) => {
  await expect(open(page)).toHaveCount(0);
  await question(page, 3).click();
  await expect(open(page)).toContainText(words.uz.faq.items[2]?.answer ?? '');
  await expect(page.getByText(words.uz.faq.items[2]?.answer ?? '')).toBeVisible();
  await question(page, 14).click();
  await expect(open(page)).toHaveCount(1);
  await expect(open(page)).toContainText(words.uz.faq.items[13]?.answer ?? '');
  await question(page, 14).click();
  await expect(open(page)).toHaveCount(0);
};

test('one question at a time is open, and it can be closed again', async ({ page }) => {
  await visit(page);
  await singleOpen(page);
});

test('the same without script', async ({ scriptless }) => {
  await scriptless.goto('/');
  await singleOpen(scriptless);
});

test('the same where the browser does not know <details name>', async ({ page }) => {
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      for (const details of document.querySelectorAll('details')) details.removeAttribute('name');
    }),
  );
  await visit(page);
  await expect(section(page).locator('details[name]')).toHaveCount(0);
  await singleOpen(page);
});

test('questions open by keyboard', async ({ page }) => {
  await visit(page);
  await question(page, 1).focus();
  await page.keyboard.press('Enter');
  await expect(open(page)).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(question(page, 2)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(open(page)).toContainText(words.uz.faq.items[1]?.answer ?? '');
});
