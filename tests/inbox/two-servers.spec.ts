/** Two servers on one PostgreSQL, and the person does not know at which one they are. */
import { startPostgres } from '../postgres.ts';
import {
  expect,
  heading,
  open,
  openOffice,
  press,
  rows,
  search,
  statusButton,
  test,
  words,
} from './fixtures.ts';

test('a lead that another server stored appears by itself, is found in Cyrillic, and is worked on', async ({
  page,
}) => {
  const postgres = await startPostgres();
  const DATABASE_URL = await postgres.newDatabase();
  const [here, elsewhere] = [await openOffice({ DATABASE_URL }), await openOffice({ DATABASE_URL })];
  try {
    await page.goto(`${here.inbox}#enter=${await here.token()}`);
    await press(page, words.door.enter);
    await page.getByLabel(words.door.name).fill('Dilnoza');
    await press(page, words.door.goOn);
    await expect(page.getByText(words.list.emptyNew)).toBeVisible();

    await elsewhere.lead({ name: 'Жасур Тошматов', phone: '+998 (97) 765-43-21' });
    await expect(rows(page)).toContainText(['Жасур Тошматов']);
    await elsewhere.lead({ name: 'Aziza Karimova' });
    await expect(rows(page)).toHaveCount(2);
    await search(page).fill('жАСУР');
    await expect(rows(page)).toHaveCount(1);
    await search(page).fill('7654');
    await expect(rows(page)).toHaveCount(1);

    await open(page, 'Жасур Тошматов');
    await expect(heading(page, 'Жасур Тошматов')).toBeVisible();
    await statusButton(page, 'contacted').click();
    await expect(page.getByRole('region', { name: words.lead.history })).toContainText('Dilnoza');
  } finally {
    await page.close();
    await Promise.all([here.close(), elsewhere.close()]);
    await postgres.stop();
  }
});
