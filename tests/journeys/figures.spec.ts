import { randomUUID } from 'node:crypto';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import { words } from '../e2e/words.ts';
import { openTestStore } from '../stored-leads.ts';
import { expect, onThePhone, test } from './journey.ts';

test('a visit, a form begun and a link that is pressed are counted', onThePhone, async ({ visitor }) => {
  const campaign = `c-${randomUUID()}`;
  await visitor.visit(`/?lang=en&utm_source=ig&utm_campaign=${campaign}`);
  await visitor.fill('[name="name"]', 'Az');
  // Where it leads is another company's affair; here nobody leaves.
  await visitor.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
  await visitor.click('footer a', words.en.footer.channel);

  const counted = async () => {
    const store = await openTestStore();
    const { visits, clicks } = await store.figures.list(tashkentDate(new Date()));
    await store.close();
    return [...visits, ...clicks]
      .filter((row) => row.campaign === campaign)
      .map((row) => `${'name' in row ? row.name : 'visit'} ${row.source} ${row.language} ${row.count}`);
  };
  await expect
    .poll(counted, { timeout: 20_000 })
    .toEqual(['visit instagram en 1', 'channel instagram en 1', 'form instagram en 1']);
});
