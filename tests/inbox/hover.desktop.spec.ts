/** Under the pointer of a mouse. */
import { withoutMotion } from '../axe.ts';
import { expect, test, words } from './fixtures.ts';

test('a quiet button at the door can be read under the pointer', async ({ office, page }) => {
  await withoutMotion({ page });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(office.inbox);
  const button = page.getByRole('button', { name: words.door.haveCode });
  // The door is dark: a ground that hides it behind its light words would be a light one. Axe cannot tell, beside a drawing.
  const look = () =>
    button.evaluate((element) => {
      const { backgroundColor, color } = getComputedStyle(element);
      const [red = 0, green = 0, blue = 0, alpha = 1] = backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [];
      return { light: ((red + green + blue) / 3) * alpha, color };
    });
  const before = await look();
  await button.hover();
  await expect.poll(async () => (await look()).color).toBe('rgb(255, 255, 255)');
  const under = await look();
  expect(under.light).toBeGreaterThan(before.light);
  expect(under.light).toBeLessThan(60);
});
