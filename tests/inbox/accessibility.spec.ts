/** Accessibility: axe, narrow screens, large text, three languages, keyboard. */
import type { Page } from '@playwright/test';
import { fill } from '#contract/fill.ts';
import { languageCodes, languages } from '#contract/languages.ts';
import { dictionaries } from '#inbox/language/words.ts';
import { expectNoViolations, withoutMotion } from '#tests/axe.ts';
import { expect, heading, press, rows, search, statusButton, test, words } from './fixtures.ts';

/** By how many pixels the page is wider than the screen. */
const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** No overflow on a laptop or phone, no axe violations in light colours, enough contrast in dark ones. */
async function expectFine(page: Page): Promise<void> {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await overhang(page)).toBeLessThanOrEqual(0);
  }
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, { rules: ['color-contrast'] });
}

const pages: Record<string, { path: string; act(page: Page): Promise<unknown> }> = {
  'the list with its filters': { path: '?tab=all', act: (page) => press(page, words.list.filters) },
  'a lead with its reminder': { path: '/leads/REF', act: (page) => press(page, words.lead.remind) },
  'a new lead with what is missing': { path: '/leads/new', act: (page) => press(page, words.lead.save) },
  'a lead that is corrected': { path: '/leads/REF', act: (page) => press(page, words.lead.correct) },
  'the question before deleting': { path: '/leads/REF', act: (page) => press(page, words.lead.erase) },
  'the stats': { path: '/stats', act: (page) => page.getByText(words.stats.table).click() },
  'the links': { path: '/links?name=reels-12', act: (page) => press(page, words.links.make) },
  'the guide': { path: '/help', act: (page) => page.getByRole('main').getByRole('link').click() },
  'the channels with the menu': {
    path: '/delivery',
    act: (page) => press(page, fill(words.nav.menu, { name: 'Dilnoza' })),
  },
};

for (const [name, { path, act }] of Object.entries(pages))
  test(`axe finds nothing in ${name}, and long words fit a phone`, async ({ service, signIn }) => {
    const ref = await service.addLead({
      name: 'Александра Константиновна Рождественская-Преображенская',
      email: 'a.very.long.address.of.somebody@subdomain.example.uz',
      message: `${'Neverendingword'.repeat(12)} https://example.com/${'path/'.repeat(30)}`,
    });
    await service.addCounts({ campaign: `${'long-name-'.repeat(3)}1234567890`, count: 1234 });
    const page = await signIn();
    await withoutMotion({ page });
    await page.goto(`/inbox${path.replace('REF', ref)}`);
    await act(page);
    await expectFine(page);
  });

test('axe finds nothing on the sign-in page', async ({ service, page }) => {
  await withoutMotion({ page });
  await page.goto(service.inboxUrl);
  await expect(page.getByRole('button', { name: words.signIn.send })).toBeVisible();
  await expectFine(page);
});

test('the inbox remembers its language and fits 320 px and large text in every language', async ({
  service,
  signIn,
}) => {
  const ref = await service.addLead({ name: 'Aziza Karimova' });
  await service.addCounts({ campaign: 'reels-12', count: 12_345 });
  const page = await signIn();
  const devtools = await page.context().newCDPSession(page);
  const setTextSize = (standard: number) => devtools.send('Page.setFontSizes', { fontSizes: { standard } });
  await page.setViewportSize({ width: 320, height: 640 });
  for (const language of languageCodes) {
    await page.goto('/inbox');
    await page.getByRole('banner').getByRole('button').click();
    await press(page, languages[language].name);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    for (const path of ['', `/leads/${ref}`, '/leads/new', '/stats', '/links?name=reels-12', '/delivery']) {
      await page.goto(`/inbox${path}`);
      await expect(page.getByRole('link', { name: dictionaries[language].nav.delivery })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      for (const size of [24, 16]) {
        await setTextSize(size);
        await expect(page.locator('html')).toHaveCSS('font-size', `${size}px`);
        expect(await overhang(page), `${path} in ${language} at ${size} px`).toBeLessThanOrEqual(0);
      }
    }
  }
});

test('the inbox can be used with the keyboard alone', async ({ service, signIn }) => {
  await service.addLead({ name: 'Aziza Karimova' });
  const page = await signIn();
  await page.goto('/inbox');
  await expect(rows(page)).toHaveCount(1);
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const { activeElement: element } = document;
        return `${element?.getAttribute('aria-label') ?? ''} ${element?.textContent}`;
      });
      if (focused.includes(name)) return;
    }
    throw new Error(`The Tab key does not reach ${name}`);
  };
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: words.skip })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(search(page)).toBeFocused();
  await tabTo('Aziza Karimova');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Aziza Karimova')).toBeFocused();
  await tabTo(words.status.contacted);
  await page.keyboard.press('Space');
  await expect(statusButton(page, 'contacted')).toHaveAttribute('aria-pressed', 'true');
  await tabTo(words.lead.erase);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: words.lead.erase })).toBeFocused();
});
