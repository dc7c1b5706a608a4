import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What has half opened is half transparent: without motion it opens at once. */
export const withoutMotion = ({ page }: { page: Page }) => page.emulateMedia({ reducedMotion: 'reduce' });

/** Of the page and all rules, or of this part and these rules alone. */
export async function expectNoViolations(
  page: Page,
  { within, rules }: { within?: string; rules?: string[] } = {},
) {
  // Axe's usual way opens a second page to gather what frames say, at twice the time. There are no frames.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  axe.options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  if (within) axe.include(within);
  expect(page.frames()).toHaveLength(1);
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)}: ${failureSummary}`),
  }));
  expect(found).toEqual([]);
}
