import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Sections that wait to be revealed are invisible to the check as well: without motion nothing waits. */
export const withoutMotion = ({ page }: { page: Page }) => page.emulateMedia({ reducedMotion: 'reduce' });

export async function expectNoViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ html }) => html.slice(0, 200)),
    })),
  ).toEqual([]);
}
