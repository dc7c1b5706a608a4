/** In every language, with keyboard and screen reader, light and dark, down to the narrowest phone. */
import type { Page } from '@playwright/test';
import { fill } from '../../contract/fill.ts';
import { languageCodes, languages } from '../../contract/languages.ts';
import { dictionaries } from '../../inbox/language/words.ts';
import { expectNoViolations, withoutMotion } from '../axe.ts';
import { onThePhone } from '../on-the-phone.ts';
import { askForLink, expect, heading, press, rows, search, statusButton, test, words } from './fixtures.ts';

/** Whole in light colours; what another scheme can change are the colours. */
async function expectFine(page: Page) {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, { rules: ['color-contrast'] });
  expect(await overhang(page)).toBeLessThanOrEqual(0);
}

/** How far the page is wider than the screen. Not measured by innerWidth, which grows with the page on a phone. */
const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('axe finds nothing at the door, and it fits the screen', onThePhone, async ({ office, page }) => {
  await withoutMotion({ page });
  await page.goto(office.inbox);
  await expect(page.getByRole('button', { name: words.door.send })).toBeVisible();
  await expectFine(page);
});

const rooms: Record<string, { path: string; tag?: string; act(page: Page): Promise<unknown> }> = {
  'the list with its filters': {
    path: '?tab=all',
    act: (page) => page.getByRole('button', { name: words.list.filters }).click(),
  },
  'a lead': { path: '/leads/REF', act: (page) => statusButton(page, 'consultation').click() },
  'the question before erasing': {
    path: '/leads/REF',
    ...onThePhone,
    act: (page) => press(page, words.lead.erase),
  },
  'the figures': { path: '/figures', act: (page) => page.getByText(words.figures.table).click() },
  'the links': { path: '/links?name=reels-12', act: (page) => askForLink(page, 'koʻcha') },
  'the channels with the menu': {
    path: '/health',
    ...onThePhone,
    act: (page) => press(page, fill(words.nav.menu, { name: 'Dilnoza' })),
  },
};

for (const [room, { path, tag = [], act }] of Object.entries(rooms)) {
  test(`axe finds nothing in ${room}, and it fits the screen`, { tag }, async ({ office, person }) => {
    const ref = await office.lead({
      name: 'Александра Константиновна Рождественская-Преображенская',
      email: 'a.very.long.address.of.somebody@subdomain.example.uz',
      message: `${'Neverendingword'.repeat(12)} https://example.com/${'path/'.repeat(30)}`,
    });
    await office.counted({ campaign: `${'long-name-'.repeat(3)}1234567890`, count: 1234 });
    const page = await person('Dilnoza');
    // Before anything moves: what is on its way when the wish is heard still goes there.
    await withoutMotion({ page });
    await page.goto(`/inbox${path.replace('REF', ref)}`);
    await act(page);
    await expectFine(page);
  });
}

test(
  'a phone that lies on its side has one bar, and four fifths of its height for the leads',
  onThePhone,
  async ({ office, person }) => {
    await office.lead({ name: 'Aziza Karimova' });
    const page = await person('Dilnoza');
    await page.setViewportSize({ width: 740, height: 360 });
    await page.goto('/inbox');
    for (const [language, { nav }] of Object.entries(dictionaries)) {
      await page.evaluate((language) => localStorage.setItem('inbox-language', language), language);
      await page.reload();
      const rooms = await page.getByRole('navigation', { name: nav.label }).boundingBox();
      const bar = await page.getByRole('banner').boundingBox();
      expect(bar?.height).toBeLessThanOrEqual(360 / 5);
      expect((rooms?.y ?? 0) + (rooms?.height ?? 0), language).toBeLessThanOrEqual(bar?.height ?? 0);
      expect(await overhang(page), language).toBeLessThanOrEqual(0);
    }
  },
);

test('speaks three languages, and remembers which', onThePhone, async ({ office, person }) => {
  const ref = await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  for (const language of languageCodes) {
    const own = dictionaries[language];
    await page.goto('/inbox');
    await page.getByRole('banner').getByRole('button').click();
    await press(page, languages[language].name);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const paths = [`/leads/${ref}`, '/figures', '/figures?days=365', '/links?name=reels-12', '/health'];
    for (const path of ['/inbox', ...paths.map((path) => `/inbox${path}`)]) {
      await page.goto(path);
      await expect(page.getByRole('link', { name: own.nav.health })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      for (const width of [1440, 320]) {
        await page.setViewportSize({ width, height: 640 });
        expect(await overhang(page), `${path} in ${language}, ${width} px`).toBeLessThanOrEqual(0);
      }
    }
  }
});

test('can be used with the keyboard alone', onThePhone, async ({ office, person }) => {
  await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
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
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: words.cancel })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: words.lead.erase })).toBeFocused();
});
