/** Fixtures and helpers for the tests of the page. */
import { test as base, expect, type Page } from '@playwright/test';
import type { Language } from '#contract/languages.ts';
import { pageAddress } from '#contract/page-address.ts';
import { ConsoleErrors } from '#tests/console-errors.ts';

export { expect } from '@playwright/test';

type Fixtures = {
  /** Unexpected console errors and warnings fail the test. */
  consoleErrors: ConsoleErrors;
  /** The landing page, opened once per worker and language. For tests that change nothing. */
  sharedPage(language: Language): Promise<Page>;
  /** A page with JavaScript disabled. */
  scriptless: Page;
};

type WorkerFixtures = { pages: Map<Language, Page> };

export const test = base.extend<Fixtures, WorkerFixtures>({
  pages: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => use(new Map()),
    { scope: 'worker' },
  ],
  consoleErrors: [
    async ({ context }, use) => {
      const consoleErrors = new ConsoleErrors().listenTo(context);
      await use(consoleErrors);
      await consoleErrors.expectNoOthers();
    },
    { auto: true },
  ],
  sharedPage: async ({ browser, pages }, use) => {
    await use(async (language) => {
      let page = pages.get(language);
      if (!page) {
        page = await (await browser.newContext()).newPage();
        await visit(page, language);
        pages.set(language, page);
      }
      return page;
    });
  },
  scriptless: async ({ browser }, use) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    await use(await context.newPage());
    await context.close();
  },
});

/** Opens a page and waits until React has hydrated it. */
export async function visit(page: Page, language: Language = 'uz', path = '/', anchor = ''): Promise<void> {
  await page.goto(pageAddress(path, language, anchor));
  await hydrated(page);
}

export const hydrated = (page: Page) => expect(page.locator('html')).toHaveClass(/\bhydrated\b/);

/** Scrolls instantly, whatever the page's scroll-behavior. */
export const scrollTo = (page: Page, top: number) =>
  page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), top);

export const scrollPosition = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
