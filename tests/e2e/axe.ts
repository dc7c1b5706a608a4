import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What has half opened is half transparent: without motion it opens at once. */
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
