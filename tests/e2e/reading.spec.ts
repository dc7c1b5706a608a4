/** Reading the page: FAQ, sections revealed by scrolling, print, no script. */
import type { Page } from '@playwright/test';
import { withoutMotion } from '#tests/axe.ts';
import { expect, scrollTo, test, visit } from './fixtures.ts';
import { words } from './words.ts';

const sections = ['#xizmatlar', '#jarayon', '#biz-haqimizda', '#faq', '#aloqa'];
const { faq, process } = words.uz;
const question = (page: Page, number: number) => page.locator('#faq summary').nth(number - 1);
const openAnswers = (page: Page) => page.locator('#faq details[open] > p');

test('one question is open at a time and can be closed again, also without script', async ({
  page,
  scriptless,
}) => {
  await visit(page);
  await scriptless.goto('/');
  for (const tab of [page, scriptless]) {
    await question(tab, 3).click();
    await expect(openAnswers(tab)).toHaveText([faq.items[2]?.answer ?? '']);
    await question(tab, 14).focus();
    await tab.keyboard.press('Enter');
    await expect(openAnswers(tab)).toHaveText([faq.items[13]?.answer ?? '']);
    await question(tab, 14).click();
    await expect(openAnswers(tab)).toHaveCount(0);
  }
});

test('one question is open at a time also in browsers without <details name>', async ({ page }) => {
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      for (const details of document.querySelectorAll('details')) details.removeAttribute('name');
    }),
  );
  await visit(page);
  await question(page, 3).click();
  await question(page, 5).click();
  await expect(openAnswers(page)).toHaveText([faq.items[4]?.answer ?? '']);
});

const isShown = (page: Page, section: string) =>
  page.locator(section).evaluate(({ firstElementChild: content }) => {
    const { opacity, transform } = getComputedStyle(content as Element);
    return opacity === '1' && transform === 'none';
  });

/** Scrolls until `pixels` of the section are above the lower edge of the screen. */
async function bringIn(page: Page, section: string, pixels: number): Promise<void> {
  const top = await page
    .locator(section)
    .evaluate((element) => element.getBoundingClientRect().top + scrollY);
  await scrollTo(page, Math.round(top) + pixels - (page.viewportSize()?.height ?? 0));
}
const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

test('a section is revealed when a tenth is visible above the lowest 50 px of the screen, and stays visible', async ({
  page,
}) => {
  await visit(page);
  const height = await page.locator('#jarayon').evaluate((element) => element.clientHeight);
  await bringIn(page, '#jarayon', -100);
  await expect.poll(() => isShown(page, '#jarayon')).toBe(false);
  await bringIn(page, '#jarayon', Math.floor(50 + height / 10 - 5));
  await painted(page);
  expect(await isShown(page, '#jarayon')).toBe(false);
  await bringIn(page, '#jarayon', Math.ceil(50 + height / 10 + 5));
  await expect.poll(() => isShown(page, '#jarayon')).toBe(true);
  await scrollTo(page, 0);
  await painted(page);
  expect(await isShown(page, '#jarayon')).toBe(true);
});

test('sections are revealed even if React never loads', async ({ page, consoleErrors }) => {
  await page.route('**/assets/entry-client-*.js', (route) => route.abort());
  const asked = page.waitForRequest('**/assets/entry-client-*.js');
  await page.goto('/');
  await asked;
  await bringIn(page, '#faq', -100);
  await expect.poll(() => isShown(page, '#faq')).toBe(false);
  await bringIn(page, '#faq', 600);
  await expect.poll(() => isShown(page, '#faq')).toBe(true);
  consoleErrors.expected(/ERR_FAILED/);
});

test('with reduced motion or without script every section is visible from the start', async ({
  page,
  scriptless,
}) => {
  await withoutMotion({ page });
  await visit(page);
  await scriptless.goto('/');
  for (const tab of [page, scriptless])
    for (const section of sections) expect(await isShown(tab, section), section).toBe(true);
});

test('in print all steps and answers are visible, dark on white, and nothing is fixed', async ({
  page,
  scriptless,
}) => {
  await visit(page);
  await scriptless.goto('/');
  for (const tab of [page, scriptless]) {
    await tab.emulateMedia({ media: 'print' });
    const texts = [
      ...process.steps.flatMap(({ title, description }) => [title, description]),
      ...faq.items.flatMap(({ question, answer }) => [question, answer]),
    ];
    const readable = await tab
      .locator('#jarayon [id^=jarayon-] :is(h3, p), #faq li :is(h3, p)')
      .evaluateAll((all) =>
        all
          .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
          .filter((element) => element.getBoundingClientRect().height > 0)
          .map((element) => element.textContent),
      );
    expect(texts.filter((text) => !readable.includes(text))).toEqual([]);
  }
  const wrong = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { position, color, backgroundColor } = getComputedStyle(element);
        const light = Math.max(...(color.match(/\d+/g)?.slice(0, 3).map(Number) ?? []));
        return (
          ['fixed', 'sticky'].includes(position) ||
          light > 90 ||
          !['rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)'].includes(backgroundColor)
        );
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );
  expect(wrong).toEqual([]);
});
