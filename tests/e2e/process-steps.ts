/** The process carousel as the Uzbek page shows it. */
import type { Page } from '@playwright/test';
import { fill } from '../../site/i18n/translate.ts';
import { expect } from './fixtures.ts';
import { words } from './words.ts';

const { process } = words.uz;
export const next = (page: Page) => page.getByRole('button', { name: process.next });
export const previous = (page: Page) => page.getByRole('button', { name: process.previous });
export const dot = (page: Page, number: number) =>
  page.getByRole('button', { name: fill(process.goTo, { number }), exact: true });
export const carousel = (page: Page) => page.getByRole('group', { name: process.carousel }).first();

/** The step stands whole inside the carousel, and the rail and the disabled ends agree with it. */
export async function expectStep(page: Page, number: number): Promise<void> {
  await expect(dot(page, number)).toHaveAttribute('aria-current', 'step');
  await expect(page.locator('[aria-current="step"]')).toHaveCount(1);
  await expect(previous(page)).toBeEnabled({ enabled: number > 1 });
  await expect(next(page)).toBeEnabled({ enabled: number < 6 });
  await expect
    .poll(() =>
      carousel(page).evaluate((frame, index) => {
        const [outer, inner] = [frame, frame.querySelectorAll('h3')[index]?.closest('li')].map((element) =>
          element?.getBoundingClientRect(),
        );
        return Boolean(outer && inner && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1);
      }, number - 1),
    )
    .toBe(true);
}
