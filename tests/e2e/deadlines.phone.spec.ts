import type { Page } from '@playwright/test';
import { languageCodes } from '../../contract/languages.ts';
import { factValues } from '../../site/i18n/fact-values.ts';
import { type DeadlineName, datesOfTheYear } from '../../site/sections/Process/deadline-dates.ts';
import { expect, test, visit } from './fixtures.ts';
import { words } from './words.ts';

const dates = datesOfTheYear();
const deadlines = (page: Page) =>
  page
    .locator('#jarayon ul')
    .filter({ hasText: words.uz.process.deadlines.labels.fallDeadline })
    .getByRole('listitem');
const marked = (page: Page) => deadlines(page).filter({ hasText: words.uz.process.deadlines.next });
const boxes = (page: Page) =>
  deadlines(page).evaluateAll((items) =>
    items.flatMap((item) =>
      [item, ...item.querySelectorAll('p')]
        .filter((part) => getComputedStyle(part).position !== 'absolute')
        .map((part) => {
          const { left, top, width, height } = part.getBoundingClientRect();
          const list = (item.parentElement as Element).getBoundingClientRect();
          return [left - list.left, top - list.top, width, height].map(Math.round);
        }),
    ),
  );

for (const language of languageCodes) {
  test(`the process tells in ${language} until when to apply for what`, async ({ reading }) => {
    const { process } = words[language];
    const page = await reading(language);
    const section = page.getByRole('region', { name: process.title });
    await expect(section.getByRole('heading', { name: process.deadlines.title })).toBeVisible();
    const written = factValues(language);
    for (const { names } of dates) {
      const date = section
        .getByRole('listitem')
        .filter({ hasText: written[names[0] as DeadlineName] as string });
      for (const name of names) await expect(date).toContainText(process.deadlines.labels[name]);
    }
    await expect(section.getByText(process.deadlines.next)).toHaveCount(1);
  });
}

/** A minute before midnight in Tashkent, and a minute after. */
const around = ({ month, day }: { month: number; day: number }) => {
  const midnight = Date.UTC(2026, month - 1, day + 1) - 5 * 60 * 60 * 1000;
  return [new Date(midnight - 60_000), new Date(midnight + 60_000)] as const;
};

// Of all dates the arithmetic is tested beside it; here, that the page goes by it.
test('a date is the next one until its day is over in Tashkent; the year begins anew after the last', async ({
  page,
}) => {
  const last = dates.length - 1;
  const [before, after] = around(dates[last] as (typeof dates)[number]);
  for (const [now, next] of [
    [before, last],
    [after, 0],
  ] as const) {
    await page.clock.setFixedTime(now);
    await visit(page);
    await expect(marked(page)).toHaveCount(1);
    await expect(deadlines(page).nth(next)).toContainText(words.uz.process.deadlines.next);
  }
});

test('without script all dates are there and none is called the next; the mark on it moves nothing', async ({
  reading,
  scriptless,
}) => {
  await scriptless.goto('/');
  await expect(deadlines(scriptless)).toHaveCount(dates.length);
  await expect(marked(scriptless)).toHaveCount(0);
  const page = await reading('uz');
  expect(scriptless.viewportSize()).toEqual(page.viewportSize());
  await expect(marked(page)).toHaveCount(1);
  expect(await boxes(page)).toEqual(await boxes(scriptless));
});
