/** Helpers for the process carousel on the Uzbek page. */
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { words } from './words.ts';

const { process } = words.uz;
export const next = (page: Page) => page.getByRole('button', { name: process.next });
export const previous = (page: Page) => page.getByRole('button', { name: process.previous });
export const carousel = (page: Page) => page.getByRole('group', { name: process.carousel });
export const dot = (page: Page, number: number) =>
  carousel(page).getByRole('link', { name: process.steps[number - 1]?.title ?? '', exact: true });
/** The scroller around the steps. */
export const stepViewport = (page: Page) => page.locator('#jarayon ol').last().locator('..');
export const step = (page: Page, number: number) => page.locator(`#jarayon-${number}`);

/** The step is fully inside the viewport; dots and buttons show its number. */
export async function expectStep(page: Page, number: number): Promise<void> {
  await expect(dot(page, number)).toHaveAttribute('aria-current', 'step');
  await expect(page.locator('[aria-current="step"]')).toHaveCount(1);
  await expect(previous(page)).toHaveAttribute('aria-disabled', String(number === 1));
  await expect(next(page)).toHaveAttribute('aria-disabled', String(number === 6));
  await expect.poll(() => isInside(page, number)).toBe(true);
}

export const isInside = (page: Page, number: number) =>
  step(page, number).evaluate((element) => {
    const inner = element.getBoundingClientRect();
    const outer = element.parentElement?.parentElement?.getBoundingClientRect();
    return Boolean(outer && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1);
  });

export const center = (page: Page) =>
  stepViewport(page).evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
