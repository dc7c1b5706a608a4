import { languageCodes } from '../../contract/languages.ts';
import { onThePhone } from '../on-the-phone.ts';
import { expect, hydrated, scrollTo, test, visit } from './fixtures.ts';
import { words } from './words.ts';

const clear = 'rgba(0, 0, 0, 0)';
const night = 'rgb(11, 27, 63)';

test('the header is fixed, clear over the hero and opaque once scrolled more than 20 px; the first thing the Tab key reaches is the way past it', async ({
  page,
}) => {
  await visit(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: words.uz.nav.skip })).toBeFocused();
  const header = page.getByRole('banner');
  await expect(header).toHaveCSS('position', 'fixed');
  await expect(header).toHaveCSS('background-color', clear);
  await scrollTo(page, 21);
  await expect(header).toHaveCSS('background-color', night);
  await scrollTo(page, 20);
  await expect(header).toHaveCSS('background-color', clear);
  await scrollTo(page, 3000);
  await expect(header).toHaveCSS('background-color', night);
  expect((await header.boundingBox())?.y).toBe(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/#content');
});

test('the header gets its ground before React arrives', onThePhone, async ({ page, complaints }) => {
  await page.route('**/assets/entry-client-*.js', (route) => route.abort());
  await page.goto('/');
  await scrollTo(page, 21);
  await expect(page.getByRole('banner')).toHaveCSS('background-color', night);
  complaints.provoked(/ERR_FAILED/);
});

test('without script the header can be read over every section', onThePhone, async ({ scriptless }) => {
  await scriptless.goto('/#faq');
  await expect(scriptless.getByRole('banner')).toHaveCSS('background-color', night);
});

for (const language of languageCodes) {
  test(`five links and the consultation button lead through the page in ${language}`, async ({
    reading,
    isMobile,
  }) => {
    const { nav } = words[language];
    const page = await reading(language);
    // On a phone the menu that has them is closed.
    const hidden = { includeHidden: isMobile };
    const menu = page.getByRole('navigation', { name: nav.label, ...hidden });
    const home = language === 'uz' ? '/' : `/?lang=${language}`;
    const targets = [home, '#xizmatlar', '#jarayon', '#biz-haqimizda', '#aloqa'];

    const items = menu.getByRole('listitem', hidden).getByRole('link', hidden);
    await expect(items).toHaveText([nav.home, nav.services, nav.process, nav.about, nav.contact]);
    expect(await items.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(targets);
    await expect(menu.getByRole('link', { name: nav.consultation, ...hidden })).toHaveAttribute(
      'href',
      '#aloqa',
    );
  });
}

test('an anchor scrolls smoothly, and jumps for people who want no motion', onThePhone, async ({ page }) => {
  const { nav } = words.uz;
  await visit(page);
  await page.evaluate(() => {
    const scrolled = { times: 0 };
    addEventListener('scroll', () => scrolled.times++);
    Object.assign(window, { scrolled });
  });
  await page.getByRole('button', { name: nav.openMenu }).click();
  await page
    .getByRole('navigation', { name: nav.label })
    .getByRole('link', { name: nav.consultation, exact: true })
    .click();
  await expect(page).toHaveURL((url) => url.hash === '#aloqa');
  await expect(page.getByRole('heading', { name: words.uz.contact.title })).toBeInViewport();
  // A jump is one scroll event; a smooth way is many.
  expect(
    await page.evaluate(() => (window as never as { scrolled: { times: number } }).scrolled.times),
  ).toBeGreaterThan(5);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
});

test('what the Tab key reaches on the way up the page stands clear of the header, with its ring', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(page, 'ru');
  await page.getByRole('button', { name: words.ru.contact.submit }).focus();
  const room = () =>
    page.evaluate(() => {
      const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      const { top = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
      return top - header;
    });
  const main = page.locator('main :focus');
  // Up to the carousel, with all that is in it.
  for (let reached = 0; reached <= 30; reached++) {
    expect(await room(), await main.evaluate((element) => element.outerHTML)).toBeGreaterThanOrEqual(6);
    await page.keyboard.press('Shift+Tab');
  }
});

test('home scrolls back to the top without loading the page again', onThePhone, async ({ page }) => {
  await visit(page, 'en', '/', 'aloqa');
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.getByRole('banner').getByRole('link', { name: words.en.nav.home }).first().click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page).toHaveURL('/?lang=en');
  expect(await page.evaluate(() => 'same' in window)).toBe(true);
});

test('on the other pages the links lead to the sections of the landing page', async ({ page, isMobile }) => {
  const { nav } = words.ru;
  await visit(page, 'ru', '/terms');
  if (isMobile) await page.getByRole('button', { name: nav.openMenu }).click();
  await page.getByRole('navigation', { name: nav.label }).getByRole('link', { name: nav.process }).click();
  await expect(page).toHaveURL('/?lang=ru#jarayon');
  await hydrated(page);
  await expect(page.getByRole('heading', { name: words.ru.process.title })).toBeInViewport();
});
