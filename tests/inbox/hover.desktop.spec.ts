/** Under the pointer of a mouse. */
import { expectNoViolations, withoutMotion } from '../axe.ts';
import { expect, test, words } from './fixtures.ts';

test('a quiet button at the door can be read under the pointer', async ({ office, page }) => {
  await withoutMotion({ page });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(office.inbox);
  const button = page.getByRole('button', { name: words.door.haveCode });
  const ground = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
  const before = await ground();
  await button.hover();
  await expect.poll(ground).not.toBe(before);
  await expectNoViolations(page, ['color-contrast']);
});
