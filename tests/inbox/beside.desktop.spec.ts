/** Where there is room for it, the list stays beside the lead. */
import { expect, heading, open, rows, search, test, words } from './fixtures.ts';

test('list and lead stand side by side, and searching leaves the lead open', async ({ office, person }) => {
  await office.lead({ name: 'Aziza Karimova' });
  await office.lead({ name: 'Bekzod Raximov' });
  const page = await person('Dilnoza');
  await page.goto('/inbox');
  await expect(page.getByText(words.list.choose)).toBeVisible();
  await open(page, 'Aziza Karimova');
  await expect(heading(page, 'Aziza Karimova')).toBeVisible();
  await search(page).fill('bekzod');
  await expect(rows(page)).toHaveCount(1);
  await expect(heading(page, 'Aziza Karimova')).toBeVisible();
  await open(page, 'Bekzod Raximov');
  await expect(heading(page, 'Bekzod Raximov')).toBeVisible();
});
