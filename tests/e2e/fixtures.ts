/** What every browser test stands on. */
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { Lead } from '../../server/store/store.ts';
import { localAddress } from '../../site/i18n/addresses.ts';
import type { Language } from '../../site/i18n/languages.ts';
import { leadsOf } from '../stored-leads.ts';

export { expect } from '@playwright/test';

type Fixtures = {
  /**
   * Every error and warning any page's console has shown: faults, hydration warnings, CSP reports. A test that
   * provokes some takes them out with `splice`; what is left at its end fails it.
   */
  complaints: string[];
  /** The landing page in a language, opened once and shared by all tests that only read it. */
  reading(language: Language): Promise<Page>;
  /** A page on which no script runs. */
  scriptless: Page;
  /** What the contact service has stored under this name. */
  leadsOf(name: string): Promise<Lead[]>;
};

/** Of one worker: what it opens lives as long as it does, where a context made by a test may end with the test. */
type Shared = { pages: Map<Language, { page: Page; complaints: string[] }> };

export const test = base.extend<Fixtures, Shared>({
  pages: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => use(new Map()),
    { scope: 'worker' },
  ],
  complaints: [
    async ({ context }, use) => {
      const complaints = listen(context);
      await use(complaints);
      expect(complaints, 'the console stays silent').toEqual([]);
    },
    { auto: true },
  ],
  reading: async ({ browser, pages }, use) => {
    await use(async (language) => {
      const known = pages.get(language);
      if (known) return known.page;
      const context = await browser.newContext();
      const page = await context.newPage();
      pages.set(language, { page, complaints: listen(context) });
      await visit(page, language);
      return page;
    });
    for (const { complaints } of pages.values()) expect(complaints, 'the console stays silent').toEqual([]);
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

/** Fills a list as consoles speak. */
function listen(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    complaints.push(`${message.text()} (${new URL(message.location().url, 'about:blank').pathname})`);
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  return complaints;
}
