import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Without motion a panel opens at once; half open, it would be half transparent. */
export const withoutMotion = ({ page }: { page: Page }) => page.emulateMedia({ reducedMotion: 'reduce' });

export async function expectNoViolations(
  page: Page,
  { within, rules }: { within?: string; rules?: string[] } = {},
) {
  // Axe's default opens a second page for frames and takes twice the time. There are no frames.
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
