/** Sets its own widths, so it runs in one project only. */
import type { Page } from '@playwright/test';
import { links } from '../../content/links.ts';
import { languageCodes, languages } from '../../contract/languages.ts';
import { submissionPath } from '../../contract/submission.ts';
import { localAddress } from '../../site/i18n/addresses.ts';
import { expect, test, visit } from './fixtures.ts';
import { fillIn, newName, submit } from './form.ts';
import { words } from './words.ts';

const widths = [320, 360, 390, 640, 688, 768, 1024, 1440];

/**
 * How far the page scrolls sideways, which words stick out of the screen even where it does not, and which of those that
 * should be whole are broken.
 */
const overflow = (page: Page, whole = '*') =>
  page.evaluate((whole) => {
    const screen = document.documentElement.clientWidth;
    const forScreenReaders = (element: Element | null): boolean =>
      element !== null && (element.clientWidth === 1 || forScreenReaders(element.parentElement));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const out = [];
    const broken = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width } = range.getBoundingClientRect();
      const parent = node.parentElement;
      const shown = parent?.checkVisibility({ visibilityProperty: true }) && !forScreenReaders(parent);
      if (!shown || width <= 1) continue;
      if (left < -0.5 || right > screen + 0.5) out.push(node.textContent);
      // Letters of a drawing stand where it puts them.
      if (!parent?.matches(whole) || parent instanceof SVGElement) continue;
      // Addresses may break anywhere.
      for (const { 0: word, index } of node.textContent?.matchAll(/(?<!\S)[^\s@/-]+(?!\S)/g) ?? []) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (range.getClientRects().length > 1) broken.push(word);
      }
    }
    return { screen, scrolls: document.documentElement.scrollWidth - screen, out, broken };
  }, whole);
const fits = (screen: number) => ({ screen, scrolls: 0, out: [], broken: [] });

/** Words and links of the first screen that lie under the floating button. */
const underFloatingButton = (page: Page) =>
  page.evaluate(() => {
    const button = document.querySelector('[data-floating] > a')?.getBoundingClientRect();
    if (!button) throw new Error('There is no floating button');
    const under = ({ left, right, top, bottom }: DOMRect) =>
      right > button.left && left < button.right && bottom > button.top && top < button.bottom;
    const found = [...document.querySelectorAll('main a')].filter((link) =>
      under(link.getBoundingClientRect()),
    );
    const texts = document.createTreeWalker(document.querySelector('main') as Element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    return [
      ...found.map((link) => link.textContent),
      ...Array.from({ length: 200 }, () => texts.nextNode()).flatMap((node) => {
        if (!node || node.parentElement?.closest('.visually-hidden')) return [];
        range.selectNodeContents(node);
        return [...range.getClientRects()].some(under) ? [node.textContent] : [];
      }),
    ];
  });

for (const language of languageCodes) {
  test(`the first screen fits every phone and desktop in ${language}`, async ({ page }) => {
    const { hero } = words[language];
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visit(page, language);

    await test.step('nothing lies under the floating button', async () => {
      for (const width of [320, 344, 360, 375, 390, 412]) {
        for (const height of [480, 568, 600, 640, 667, 700, 740, 780, 844, 915]) {
          await page.setViewportSize({ width, height });
          await expect.poll(() => underFloatingButton(page), `${width} × ${height}`).toEqual([]);
        }
      }
    });

    await test.step('nor with larger text', async () => {
      const devtools = await page.context().newCDPSession(page);
      for (const size of [20, 24]) {
        await devtools.send('Page.setFontSizes', { fontSizes: { standard: size } });
        for (const [width, height] of [
          [360, 640],
          [360, 740],
          [390, 844],
        ] as const) {
          await page.setViewportSize({ width, height });
          await expect.poll(() => underFloatingButton(page), `${size} px, ${width} × ${height}`).toEqual([]);
        }
      }
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
    });

    await test.step('badge, title and both buttons are on it', async () => {
      for (const [width, height] of [
        [360, 640],
        [1440, 900],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expect(page.getByText(hero.badge, { exact: true })).toBeInViewport({ ratio: 1 });
        await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
        await expect(page.getByRole('link', { name: hero.packages })).toBeInViewport({ ratio: 1 });
        // The first step of the process has the same name, further down.
        const register = page.locator(`a[href="${links.registrationForm}"]`, { hasText: hero.register });
        await expect(register).toBeInViewport({ ratio: 1 });
      }
    });

    await test.step('no figure has more than three lines under it', async () => {
      for (const width of [768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 768 });
        const lines = await page.locator('dl dt').evaluateAll((terms) =>
          terms.map((term) => {
            const text = document.createRange();
            text.selectNodeContents(term);
            return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
          }),
        );
        expect(Math.max(...lines), `at ${width} px`).toBeLessThanOrEqual(3);
      }
    });
  });

  test(`every page fits every screen from 320 px up in ${language}`, async ({ page, complaints }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of ['/', '/privacy', '/terms', '/no-such-page']) {
      await test.step(path, async () => {
        await page.goto(localAddress(path, language));
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          await expect.poll(() => overflow(page)).toEqual(fits(width));
        }
      });
    }
    complaints.provoked(/404/);
  });

  test(`with the largest text no word of a title, of the submit button, or of what is told of a failure is broken in ${language}`, async ({
    page,
    complaints,
  }) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ['/', '/privacy', '/terms']) {
      await visit(page, language, path);
      const { broken } = await overflow(page, 'h1, h1 *, h2, h3, strong, [type=submit]');
      expect(broken, path).toEqual([]);
    }

    await page.setViewportSize({ width: 320, height: 640 });
    await page.route(`**${submissionPath}`, (route) => route.fulfill({ status: 503 }));
    await visit(page, language);
    await fillIn(page, newName());
    await submit(page).press('Enter');
    const title = page.getByText(words[language].contact.errorTitle, { exact: true });
    await expect(title.filter({ visible: true })).toHaveCount(2);
    const told = '[type=submit], [role=alert] p, [type=submit] ~ div *';
    expect(await overflow(page, told)).toEqual(fits(320));
    // The widest letters there are, where Onest did not come in time.
    await page.evaluate(() => {
      document.body.style.fontFamily = 'DejaVu Sans';
    });
    expect(await overflow(page, 'h1')).toEqual(fits(320));
    complaints.provoked(/503/, 1);
  });

  test(`the narrowest screen holds the menu, the panel, answers and problems in ${language}`, async ({
    page,
  }) => {
    const { nav, floating, faq } = words[language];
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visit(page, language);

    await page.getByRole('button', { name: nav.openMenu }).click();
    await expect(page.getByRole('link', { name: nav.consultation, exact: true })).toBeVisible();
    expect(await overflow(page)).toEqual(fits(320));
    await page.getByRole('button', { name: nav.closeMenu }).click();
    await page.getByRole('button', { name: floating.toggle }).click();
    const panel = page.getByRole('dialog', { name: floating.title });
    await expect(panel.getByText(floating.description)).toBeVisible();
    await expect(panel.getByRole('link', { name: floating.open })).toHaveAttribute(
      'href',
      links.telegramAdmin,
    );
    expect(await overflow(page)).toEqual(fits(320));
    await page.keyboard.press('Escape');
    await page.locator('summary', { hasText: faq.items[0]?.question }).click();
    await submit(page).click();
    await expect(page.locator('[aria-invalid]')).toHaveCount(3);
    expect(await overflow(page)).toEqual(fits(320));
  });
}

test('on a phone on its side header and floating button take less height, and can still be hit', async ({
  page,
}) => {
  const sizes = async () => {
    const header = await page.getByRole('banner').boundingBox();
    const button = await page.getByRole('button', { name: words.uz.floating.toggle }).boundingBox();
    return [Math.round(header?.height ?? 0), Math.round(button?.height ?? 0)] as const;
  };
  await page.setViewportSize({ width: 360, height: 740 });
  await visit(page, 'uz');
  const [header, button] = await sizes();
  await page.setViewportSize({ width: 740, height: 360 });
  const [lowHeader, lowButton] = await sizes();
  expect(lowHeader).toBeLessThanOrEqual(header - 10);
  expect(lowButton).toBeLessThan(button);
  expect(lowButton).toBeGreaterThanOrEqual(44);
  for (const link of await page.getByRole('banner').locator('[data-language]').all()) {
    const box = await link.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= lowHeader).toBe(true);
  }
  expect(await overflow(page)).toEqual(fits(740));
});

test('in a wide font the narrowest header with a menu still holds its languages', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await visit(page, 'uz');
  // A desktop without Arial and Roboto, to which Onest has not come.
  await page.evaluate(() => document.documentElement.style.setProperty('--font', '"DejaVu Sans"'));
  const last = page.getByRole('link', { name: languages.ru.name });
  const { x, width } = (await last.boundingBox()) ?? { x: 0, width: 0 };
  expect(x + width).toBeLessThanOrEqual(1024);
  const emblem = page.getByRole('banner').getByRole('link').nth(1).locator('svg');
  await expect(emblem).toBeInViewport({ ratio: 1 });
});
