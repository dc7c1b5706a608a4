import type { Page } from '@playwright/test';
import { languageCodes } from '../../contract/languages.ts';
import { expect, test, visit } from './fixtures.ts';
import { words } from './words.ts';

const heading = 'Koʻp soʻraladigan savollar';
const section = (page: Page) => page.getByRole('region', { name: heading });
const question = (page: Page, number: number) =>
  section(page)
    .locator('summary')
    .nth(number - 1);
const open = (page: Page) => section(page).locator('details[open]');

for (const language of languageCodes) {
  test(`numbered questions and their answers are there in ${language}`, async ({ reading }) => {
    const { faq } = words[language];
    const page = await reading(language);
    await expect(section(page).getByRole('heading', { level: 2 })).toHaveAttribute('lang', 'uz');
    await expect(section(page).getByText(faq.lead)).toBeVisible();
    await expect(section(page).getByText(`01–${faq.items.length}`)).toBeVisible();
    const numbered = faq.items.map(
      ({ question }, index) => `${String(index + 1).padStart(2, '0')}${question}`,
    );
    await expect(section(page).locator('summary')).toHaveText(numbered);
    await expect(section(page).locator('ol')).toHaveAttribute('lang', language);

    // The facts are filled in on both sides: a price that did not reach an answer would show its braces.
    await expect(section(page).locator('details > p')).toHaveText(faq.items.map(({ answer }) => answer));
    expect(JSON.stringify(faq)).not.toMatch(/\{\w+\}/);
  });
}

const last = words.uz.faq.items.length;

const singleOpen = async (page: Page) => {
  await expect(open(page)).toHaveCount(0);
  await question(page, 3).click();
  await expect(open(page)).toContainText(words.uz.faq.items[2]?.answer ?? '');
  await expect(page.getByText(words.uz.faq.items[2]?.answer ?? '')).toBeVisible();
  await question(page, last).click();
  await expect(open(page)).toHaveCount(1);
  await expect(open(page)).toContainText(words.uz.faq.items[last - 1]?.answer ?? '');
  await question(page, last).click();
  await expect(open(page)).toHaveCount(0);
};

// With it: tests/journeys/reading.spec.ts.
test('without script one question at a time is open, and it can be closed again', async ({ scriptless }) => {
  await scriptless.goto('/');
  await singleOpen(scriptless);
});

test('the same where the browser does not know <details name>', async ({ page }) => {
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      // To such a browser they have nothing in common.
      for (const [index, details] of document.querySelectorAll('details').entries()) {
        details.setAttribute('name', `faq-${index}`);
      }
    }),
  );
  await visit(page);
  await expect(section(page).locator('details[name="faq"]')).toHaveCount(0);
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
