/** What a visitor typed stays nowhere on the device, and the site talks to nobody but itself. */
import { languages } from '../../contract/languages.ts';
import { anchors } from '../../site/sections/anchors.ts';
import { withoutMotion } from '../axe.ts';
import { expect, test, visit } from './fixtures.ts';
import { fillIn, submit, successNotice } from './form.ts';
import { words } from './words.ts';

test('a sent form leaves nothing in storage, cookies, caches or addresses', async ({ page, context }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await withoutMotion({ page });
  await visit(page, 'en');
  await fillIn(page, 'Nodira Traceless', 'nodira@example.com');
  await submit(page).click();
  await expect(successNotice(page)).toContainText(words.en.contact.successTitle);
  await page.getByRole('link', { name: languages.ru.name }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');

  const kept = await page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    history: history.state,
  }));
  const { local, session, ...others } = kept;
  expect(Object.values(local)).toEqual(['ru']);
  // How they came here, for as long as the tab is open.
  expect(session).toEqual({ from: 'direct ?lang=en' });
  // Which step of the carousel is shown.
  expect(others).toEqual({ databases: [], caches: [], workers: 0, history: { [anchors.process]: 0 } });
  expect(await context.cookies()).toEqual([]);
  const { origin } = new URL(page.url());
  expect(requests.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
  expect([page.url(), ...requests].filter((url) => /Nodira|998|magistratura/i.test(url))).toEqual([]);
});
