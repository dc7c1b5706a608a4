import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Turns animations off: axe would measure the contrast of half-transparent text. */
export const withoutMotion = ({ page }: { page: Page }) => page.emulateMedia({ reducedMotion: 'reduce' });

export async function expectNoViolations(
  page: Page,
  { within, rules, frames = false }: { within?: string; rules?: string[]; frames?: boolean } = {},
) {
  // The default mode opens a second page for the sake of frames and takes twice as long. Only the editor of the site has one.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  axe.options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  if (within) axe.include(within);
  if (frames) axe.exclude('iframe');
  else expect(page.frames()).toHaveLength(1);
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)}: ${failureSummary}`),
  }));
  expect(found).toEqual([]);
}
