import type { Page } from '@playwright/test';
import { expect, hydrated, test, visit } from './fixtures.ts';
import { words } from './words.ts';

const { process, faq } = words.uz;

/** What of these texts nobody could read on paper. */
const unreadable = async (page: Page) => {
  const texts = [
    ...process.steps.flatMap((step) => [step.title, step.description]),
    ...faq.items.flatMap((item) => [item.question, item.answer]),
  ];
  expect(texts).toHaveLength(2 * (6 + 14));
  return page.evaluate((texts) => {
    const places = [...document.querySelectorAll('#jarayon [id^=jarayon-], #faq li')]
      .flatMap((item) => [...item.querySelectorAll('h3, p')])
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return (
          width > 0 &&
          height > 0 &&
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
          isWhole(element)
        );
      });
    return texts.filter((text) => !places.some((element) => element.textContent === text));

    /** Nothing around it cuts anything off. */
    function isWhole(element: Element): boolean {
      const inner = element.getBoundingClientRect();
      for (let around = element.parentElement; around; around = around.parentElement) {
        const outer = around.getBoundingClientRect();
        const clips = getComputedStyle(around).overflowY !== 'visible' && around.tagName !== 'DETAILS';
        if (clips && (inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1)) return false;
      }
      return true;
    }
  }, texts);
};

test('all steps and all answers are on paper without script', async ({ scriptless }) => {
  await scriptless.goto('/');
  await scriptless.emulateMedia({ media: 'print' });
  expect(await unreadable(scriptless)).toEqual([]);
});

test('what waits to be revealed is printed as it will be', async ({ page }) => {
  await visit(page);
  const lowered = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('[data-reveal]')].filter(
          (content) => getComputedStyle(content).transform !== 'none',
        ).length,
    );
  await page.evaluate(() => {
    const faq = document.querySelector('#faq') as Element;
    window.scrollTo({
      top: scrollY + faq.getBoundingClientRect().top - innerHeight - 100,
      behavior: 'instant',
    });
  });
  await expect.poll(lowered).toBe(1);
  // Listeners are called in order: this one looks when those of the page are through.
  await page.evaluate(() =>
    addEventListener('beforeprint', () => {
      const contents = [...document.querySelectorAll('[data-reveal]')];
      document.title = contents.map((content) => getComputedStyle(content).transform).join(' ');
    }),
  );
  await page.pdf();
  expect((await page.title()).split(' ')).toEqual(['none', 'none', 'none', 'none', 'none']);
  expect(await lowered()).toBe(0);
});

test('the header stands on the first page only, nothing floats, and all text is dark on white, with or without backgrounds', async ({
  page,
}) => {
  await visit(page);
  await page.emulateMedia({ media: 'print' });
  const fixed = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => element.outerHTML.slice(0, 80)),
  );
  expect(fixed).toEqual([]);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('link', { name: words.uz.hero.packages })).toHaveCSS(
    'border-top-color',
    'rgb(0, 0, 0)',
  );

  const others = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { color, backgroundColor, backgroundImage } = getComputedStyle(element);
        const [red = 0, green = 0, blue = 0] = color.match(/\d+/g)?.map(Number) ?? [];
        return (
          Math.max(red, green, blue) > 90 ||
          !['rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)'].includes(backgroundColor) ||
          backgroundImage !== 'none'
        );
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );
  expect(others).toEqual([]);
});

test('a browser that cannot unfold the answers by styles opens them, and folds them again', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS);
    CSS.supports = (...asked: string[]) =>
      !asked[0]?.includes('::details-content') && supports(...(asked as [string]));
  });
  await page.goto('/');
  await hydrated(page);
  const open = page.locator('#faq details[open]');
  await page.locator('#faq summary').nth(2).click();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await expect(open).toHaveCount(14);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(open).toHaveCount(1);
  await expect(open.locator('p')).toHaveText(faq.items[2]?.answer ?? '');
  await page.locator('#faq summary').nth(5).click();
  await expect(open).toHaveCount(1);
});
