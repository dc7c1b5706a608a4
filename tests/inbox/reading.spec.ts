/** In every language, with keyboard and screen reader, light and dark, down to the narrowest phone. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { dictionaries } from '../../inbox/language/words.ts';
import { languageCodes, languages } from '../../site/i18n/languages.ts';
import { fill } from '../../site/i18n/translate.ts';
import { expect, heading, press, rows, search, statusButton, test, words } from './fixtures.ts';

async function expectFine(page: Page, where: string) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 200)) })),
    where,
  ).toEqual([]);
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(tooWide, `${where} fits the screen`).toBeLessThanOrEqual(0);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in any room, and nothing is wider than the screen, ${colorScheme}`, async ({
    office,
    person,
    page,
  }) => {
    const ref = await office.lead({
      name: 'Александра Константиновна Рождественская-Преображенская',
      email: 'a.very.long.address.of.somebody@subdomain.example.uz',
      message: `${'Neveryendingword'.repeat(12)} https://example.com/${'path/'.repeat(30)}`,
    });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(office.inbox);
    await expect(page.getByRole('button', { name: words.door.send })).toBeVisible();
    await expectFine(page, 'the door');

    const inside = await person('Dilnoza');
    await inside.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const rooms: [string, () => Promise<unknown>][] = [
      ['/inbox?tab=all', () => inside.getByRole('button', { name: words.list.filters }).click()],
      [`/inbox/leads/${ref}`, () => statusButton(inside, 'consultation').click()],
      ['/inbox/figures', () => inside.getByText(words.figures.table).click()],
      ['/inbox/health', () => press(inside, fill(words.nav.menu, { name: 'Dilnoza' }))],
      [`/inbox/leads/${ref}`, () => press(inside, words.lead.erase)],
    ];
    for (const [path, act] of rooms) {
      await inside.goto(path);
      await act();
      await expectFine(inside, path);
    }
  });
}

test('speaks three languages, and remembers which', async ({ office, person }) => {
  const ref = await office.lead({ name: 'Aziza Karimova' });
  const page = await person('Dilnoza');
  if (page.viewportSize()?.width === 360) await page.setViewportSize({ width: 320, height: 640 });
  for (const language of languageCodes) {
    const own = dictionaries[language];
    await page.goto('/inbox');
    await page.getByRole('banner').getByRole('button').click();
    await press(page, languages[language].name);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    for (const path of ['/inbox', `/inbox/leads/${ref}`, '/inbox/figures', '/inbox/health']) {
      await page.goto(path);
      await expect(page.getByRole('link', { name: own.nav.health })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(tooWide, `${path} in ${language}`).toBeLessThanOrEqual(0);
    }
  }
});

test('can be used with the keyboard alone', async ({ office, person }) => {
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
});
