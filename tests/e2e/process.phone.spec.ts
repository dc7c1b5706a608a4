import type { Page } from '@playwright/test';
import { fill } from '../../contract/fill.ts';
import { languageCodes } from '../../contract/languages.ts';
import { anchors } from '../../site/sections/anchors.ts';
import { hold } from '../hold.ts';
import { expect, hydrated, scrollPosition, test, visit } from './fixtures.ts';
import { box, carousel, dot, expectStep, isInside, next, previous, step } from './process-steps.ts';
import { words } from './words.ts';

const { process } = words.uz;

for (const language of languageCodes) {
  test(`six steps, each with an icon, and the swipe hint in ${language}`, async ({ reading }) => {
    const { title, carousel: label, steps, hint } = words[language].process;
    const page = await reading(language);
    const section = page.getByRole('region', { name: title });
    const items = section.getByRole('group', { name: label }).last().locator('[id]');
    await expect(items).toHaveCount(6);
    await expect(items.getByRole('heading')).toHaveText(steps.map((step) => step.title));
    await expect(items).toContainText(steps.map((step) => step.description));
    const icons = await items.evaluateAll((all) =>
      all.map((item) => [...item.querySelectorAll('use')].at(-1)?.getAttribute('href')),
    );
    expect(new Set(icons).size, 'an icon of its own for each').toBe(6);
    await expect(section.getByText(hint)).toBeVisible();
  });

  test(`the dots are called after the steps in ${language}`, async ({ reading }) => {
    const { carousel: label, steps } = words[language].process;
    const page = await reading(language);
    const dots = page.getByRole('group', { name: label }).first().getByRole('link');
    await expect(dots).toHaveCount(6);
    for (const [index, { title }] of steps.entries()) {
      await expect(dots.nth(index)).toHaveAccessibleName(title);
    }
  });
}

test('the buttons move one step, which is then announced politely, and rest at the ends: it does not loop', async ({
  page,
}) => {
  await visit(page);
  await expectStep(page, 1);
  const voice = carousel(page).locator('[aria-live="polite"]');
  await expect(voice).toBeEmpty();
  for (let number = 2; number <= 6; number++) {
    await next(page).click();
    await expectStep(page, number);
    await expect(voice).toHaveText(
      `${fill(process.position, { number, total: 6 })}: ${process.steps[number - 1]?.title}`,
    );
  }
  await next(page).click({ force: true });
  await expectStep(page, 6);
  for (let number = 5; number >= 1; number--) await previous(page).click();
  await expectStep(page, 1);

  await test.step('whoever comes to an end by keyboard keeps the focus there', async () => {
    await next(page).focus();
    for (let number = 2; number <= 6; number++) await page.keyboard.press('Enter');
    await expectStep(page, 6);
    await expect(next(page)).toBeFocused();
    await previous(page).focus();
    for (let number = 5; number >= 1; number--) await page.keyboard.press('Enter');
    await expectStep(page, 1);
    await expect(previous(page)).toBeFocused();
  });

  await test.step('a second step before the first is through counts, too', async () => {
    await next(page).dblclick();
    await expectStep(page, 3);
  });

  await test.step('the end of a scroll that was replaced does not take a press back', async () => {
    for (const control of [next, next, previous, next]) {
      await control(page).click();
      await box(page).dispatchEvent('scrollend');
    }
    await expectStep(page, 5);
  });
});

test('the dots jump, keep the page where it is, and the keys walk', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(page);
  await box(page).evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const before = await scrollPosition(page);
  await dot(page, 5).click();
  await expectStep(page, 5);
  expect(await scrollPosition(page)).toBe(before);
  expect(new URL(page.url()).hash).toBe('');
  await box(page).focus();
  const walk = { ArrowUp: 4, ArrowDown: 5, ArrowLeft: 4, ArrowRight: 5, End: 6, Home: 1 };
  for (const [key, number] of Object.entries(walk)) {
    await page.keyboard.press(key);
    await expect(dot(page, number)).toHaveAttribute('aria-current', 'step');
  }
  // Beyond the ends there is nothing.
  await page.keyboard.press('ArrowUp');
  await expectStep(page, 1);
});

test('at its ends, and where nothing is seen of it, the keys scroll the page', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(page);
  await box(page).focus();
  const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  const left = async (key: string, distance: (position: number) => number) => {
    await page.keyboard.press(key);
    await expect.poll(async () => Math.round(distance(await scrollPosition(page))), key).toBe(0);
  };
  await left('Home', (position) => position);
  await left('End', (position) => end - position);
  await left('Home', (position) => position);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => scrollPosition(page)).toBeGreaterThan(0);
  await expectStep(page, 1);
});

test('whatever scrolls the steps brings one of them and never an empty box', async ({ page }) => {
  await visit(page);
  await step(page, 5).evaluate((element) => element.scrollIntoView());
  await expectStep(page, 5);
  await step(page, 2).evaluate((element) => element.querySelector('h3')?.scrollIntoView({ block: 'end' }));
  await expectStep(page, 2);
  for (const distance of [10_000, -10_000, 500]) {
    await box(page).evaluate((element, distance) => element.scrollBy(0, distance), distance);
    await expect
      .poll(async () => Promise.all([1, 2, 3, 4, 5, 6].map((number) => isInside(page, number))))
      .toContain(true);
  }
  await previous(page).click();
  await dot(page, 6).click();
  await expectStep(page, 6);
});

test('an address with words of a step, or with its anchor, shows that step', async ({ page }) => {
  const words = process.steps[4]?.description.split(' ').slice(0, 3).join(' ') ?? '';
  for (const [address, number] of [
    // A hyphen has a meaning of its own there.
    [`/#:~:text=${encodeURIComponent(words).replaceAll('-', '%2D')}`, 5],
    // Another document: an anchor alone would only scroll the one that is open.
    ['/?another#jarayon-4', 4],
  ] as const) {
    await page.goto(address);
    await hydrated(page);
    await expectStep(page, number);
    await expect(step(page, number).getByRole('heading')).toBeInViewport();
  }
});

test('a reload, and a way back from another page, show the step that was read and the page where it was', async ({
  page,
}) => {
  await visit(page);
  await dot(page, 5).click();
  await expectStep(page, 5);
  // Half of it is below the screen.
  await box(page).evaluate((element) =>
    scrollBy({ top: element.getBoundingClientRect().top - innerHeight + 200, behavior: 'instant' }),
  );
  const before = await scrollPosition(page);
  const expectAsBefore = async () => {
    await hydrated(page);
    await expectStep(page, 5);
    // What follows the carousel waits until it is still.
    await page.waitForTimeout(800);
    expect(await scrollPosition(page)).toBe(before);
  };
  await page.reload();
  await expectAsBefore();
  await page.goto('/privacy');
  await page.goBack();
  await expectAsBefore();
});

test('a browser that keeps no more steps in its history still walks through them', async ({ page }) => {
  await page.addInitScript(() => {
    history.replaceState = () => {
      throw new DOMException('too often', 'SecurityError');
    };
  });
  await visit(page);
  await next(page).click();
  await expectStep(page, 2);
});

test('until React is there the box scrolls by itself and the dots are links into it', async ({
  page,
  complaints,
}) => {
  await page.route('**/assets/entry-client-*.js', (route) => route.abort());
  await page.goto('/');
  await expect(previous(page)).toBeHidden();
  await expect.poll(() => box(page).evaluate((element) => getComputedStyle(element).overflowY)).toBe('auto');
  expect(await isInside(page, 4)).toBe(false);
  // None is marked that would stay so whatever is shown.
  const colours = await carousel(page)
    .getByRole('link')
    .evaluateAll((dots) => dots.map((dot) => getComputedStyle(dot, '::before').borderColor));
  expect(new Set(colours).size).toBe(1);
  await dot(page, 4).click();
  await expect.poll(() => isInside(page, 4)).toBe(true);
  await box(page).evaluate((element) => element.scrollBy({ top: 10_000, behavior: 'instant' }));
  await expect.poll(() => isInside(page, 6)).toBe(true);
  complaints.provoked(/ERR_FAILED/);
});

test('nothing moves when React takes over, wherever the box was scrolled to', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const release = await hold(page, '**/assets/entry-client-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(box(page)).toBeAttached();
  await step(page, 3).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const places = () =>
    carousel(page).evaluate((element) => {
      const { left, top } = element.getBoundingClientRect();
      return [element, ...element.querySelectorAll('h2, h3, a, [tabindex], [tabindex] p')].map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [x - left, y - top, width, height].map(Math.round);
      });
    });
  await expect.poll(() => isInside(page, 3)).toBe(true);
  const before = await places();
  release();
  await hydrated(page);
  await expectStep(page, 3);
  expect(await places()).toEqual(before);
});

test('neither another height of the steps nor printing loses the step', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await dot(page, 4).click();
  await expectStep(page, 4);
  for (const narrow of [120, width]) {
    const before = (await box(page).boundingBox())?.height;
    await page.setViewportSize({ width: narrow, height });
    await expect.poll(async () => (await box(page).boundingBox())?.height).not.toBe(before);
    await expectStep(page, 4);
  }
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.pdf();
  await expectStep(page, 4);
});

test('without script the six steps are simply listed', async ({ scriptless }) => {
  await scriptless.goto('/');
  const section = scriptless.getByRole('region', { name: process.title });
  const items = box(scriptless).locator('[id]');
  await expect(items).toHaveCount(6);
  const boxes = await Promise.all((await items.all()).map((item) => item.boundingBox()));
  for (const [index, box] of boxes.entries()) {
    const above = boxes[index - 1];
    expect(box?.y ?? 0).toBeGreaterThan(above ? above.y + above.height - 1 : 0);
    expect(box?.height).toBeGreaterThan(50);
  }
  await expect(section.getByRole('button')).toHaveCount(0);
  await expect(section.getByText(process.hint)).toBeHidden();
  await expect(dot(scriptless, 6)).toBeHidden();
});

for (const language of languageCodes) {
  test(`with the browser's text at 20, 24 and 32 px every step fits in ${language}, and swipes are spoken of only where they move it`, async ({
    page,
  }) => {
    const { carousel: label, next: forward, previous: back, hint } = words[language].process;
    const devtools = await page.context().newCDPSession(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visit(page, language);
    // There and back again and there.
    for (const [size, steps, button] of [
      [20, [1, 2, 3, 4, 5, 6], forward],
      [24, [6, 5, 4, 3, 2, 1], back],
      [32, [1, 2, 3, 4, 5, 6], forward],
    ] as const) {
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: size } });
      await expect(page.locator('html')).toHaveCSS('font-size', `${size}px`);
      const frame = await box(page, label).boundingBox();
      const fits = (frame?.height ?? Number.NaN) <= (page.viewportSize()?.height ?? 0);
      expect(fits).toBe(size === 20);
      await expect(page.getByText(hint)).toBeVisible({ visible: fits });
      for (const number of steps) {
        const control = page.getByRole('button', { name: button });
        if (number !== steps[0]) {
          await control.evaluate((element) => element.scrollIntoView());
          await control.click();
          // What was turned to is seen from where it was turned.
          const title = page.locator(`#${anchors.process}-${number}`).getByRole('heading');
          await expect(title, `step ${number} at ${size} px`).toBeInViewport();
        }
        await expect.poll(() => cutOff(page, label, number), `step ${number} at ${size} px`).toEqual([]);
      }
    }
  });
}

/** The texts of the step that stands in the box which do not lie whole in it, or lie on another step or on a control. */
const cutOff = (page: Page, label: string, number: number) =>
  box(page, label).evaluate((frame, number) => {
    const items = [...frame.querySelectorAll('[id]')];
    const slide = items[number - 1] as Element;
    const within = (inner: DOMRect, outer: DOMRect) =>
      inner.top >= outer.top - 1 &&
      inner.bottom <= outer.bottom + 1 &&
      inner.left >= outer.left - 1 &&
      inner.right <= outer.right + 1;
    const apart = (one: DOMRect, other: DOMRect) =>
      one.right <= other.left ||
      one.left >= other.right ||
      one.bottom <= other.top ||
      one.top >= other.bottom;
    const controls = [
      ...(frame.closest('[aria-roledescription=carousel]')?.querySelectorAll('a, button') ?? []),
    ];
    return [...slide.querySelectorAll('h3, p:not(:has(.visually-hidden)), svg')]
      .filter((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        const rect = text.matches('svg') ? text.getBoundingClientRect() : range.getBoundingClientRect();
        return (
          !within(rect, slide.getBoundingClientRect()) ||
          !within(rect, frame.getBoundingClientRect()) ||
          !controls.every((control) => apart(rect, control.getBoundingClientRect()))
        );
      })
      .map((text) => text.textContent || text.outerHTML);
  }, number);
