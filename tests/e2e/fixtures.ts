/** What every browser test stands on. */
import { test as base, expect, type Page } from '@playwright/test';
import type { Language } from '../../contract/languages.ts';
import type { Lead } from '../../server/store/store.ts';
import { localAddress } from '../../site/i18n/addresses.ts';
import { Complaints } from '../complaints.ts';
import { leadsOf } from '../stored-leads.ts';

export { expect } from '@playwright/test';

type Fixtures = {
  /** What the consoles of the test's pages say; anything that the test did not provoke fails it. */
  complaints: Complaints;
  /** The landing page in a language, opened once and shared by all tests that only read it. */
  reading(language: Language): Promise<Page>;
  /** A page on which no script runs. */
  scriptless: Page;
  /** What the contact service has stored under this name. */
  leadsOf(name: string): Promise<Lead[]>;
};

/** Of one worker: what it opens lives as long as it does, where a context made by a test may end with the test. */
type Shared = { pages: Map<Language, { page: Page; complaints: Complaints }> };

export const test = base.extend<Fixtures, Shared>({
  pages: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => use(new Map()),
    { scope: 'worker' },
  ],
  complaints: [
    async ({ context }, use) => {
      const complaints = new Complaints().listenTo(context);
      await use(complaints);
      await complaints.expectNoOthers();
    },
    { auto: true },
  ],
  reading: async ({ browser, pages }, use) => {
    await use(async (language) => {
      const known = pages.get(language);
      if (known) return known.page;
      const context = await browser.newContext();
      const page = await context.newPage();
      pages.set(language, { page, complaints: new Complaints().listenTo(context) });
      await visit(page, language);
      return page;
    });
    for (const { complaints } of pages.values()) await complaints.expectNoOthers();
  },
  scriptless: async ({ browser }, use) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    await use(await context.newPage());
    await context.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
  leadsOf: async ({}, use) => {
    await use(leadsOf);
  },
});

/** Opens a page and waits until React has taken it over. */
export async function visit(page: Page, language: Language = 'uz', path = '/', anchor = ''): Promise<void> {
  await page.goto(localAddress(path, language, anchor));
  await hydrated(page);
}

export const hydrated = (page: Page) => expect(page.locator('html')).toHaveClass(/\bhydrated\b/);

/** Scrolls at once, whatever the page's own way is. */
export const scrollTo = (page: Page, top: number) =>
  page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), top);

export const scrollPosition = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
