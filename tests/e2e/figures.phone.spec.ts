/** Where visitors come from and what they press: counted without a trace of who they are. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import { withoutMotion } from '../axe.ts';
import { openTestStore } from '../stored-leads.ts';
import { expect, hydrated, test } from './fixtures.ts';
import { fillIn, newName, submit, successNotice } from './form.ts';
import { words } from './words.ts';

/** Under which nothing was counted before. */
const newCampaign = () => `c-${randomUUID()}`;

/** What the server has written down of a campaign. */
async function countedOf(campaign: string) {
  const store = await openTestStore();
  const { visits, clicks } = await store.figures.list(tashkentDate(new Date()));
  await store.close();
  const of = <Row extends { campaign: string | null }>(rows: Row[]) =>
    rows.filter((row) => row.campaign === campaign);
  return {
    visits: of(visits).map(({ source, language, count }) => `${source} ${language} ${count}`),
    clicks: of(clicks).map(({ name, source, language, count }) => `${name} ${source} ${language} ${count}`),
  };
}

test.beforeEach(withoutMotion);
/** The other end of the links that leave the site. */
test.beforeEach(({ context }) =>
  context.route('https://example.com/**', (route) => route.fulfill({ body: '' })),
);

async function send(page: Page): Promise<string> {
  const name = newName();
  await fillIn(page, name);
  await submit(page).click();
  await expect(successNotice(page)).toBeVisible();
  return name;
}

test('a visitor’s source and campaign survive the language switch, the legal pages and a reload', async ({
  page,
  leadsOf,
}) => {
  const campaign = newCampaign();
  await page.goto(`/?utm_campaign=${campaign}`, { referer: 'https://t.me/' });
  await hydrated(page);
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('contentinfo').getByRole('link', { name: words.en.footer.privacy }).click();
  await hydrated(page);
  await page.getByRole('link', { name: words.en.nav.services }).last().click();
  await hydrated(page);
  await page.reload();
  await hydrated(page);
  const name = await send(page);
  expect(await leadsOf(name)).toMatchObject([{ source: 'telegram', campaign }]);
  await expect
    .poll(() => countedOf(campaign), { timeout: 20_000 })
    .toEqual({
      visits: ['telegram uz 1'],
      clicks: ['form telegram en 1'],
    });
});

test('a visitor whose device remembers another language is sent there with all of it', async ({
  page,
  leadsOf,
}) => {
  // In this tab there was a visit before, which came from nowhere.
  await page.goto('/?lang=ru');
  await hydrated(page);
  await page.evaluate(() => localStorage.setItem('language', 'ru'));
  const campaign = newCampaign();
  await page.goto(`/?utm_campaign=${campaign}`, { referer: 'https://l.instagram.com/' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await hydrated(page);
  const name = await send(page);
  expect(await leadsOf(name)).toMatchObject([{ source: 'instagram', campaign, language: 'ru' }]);
});

test('a language chosen in another tab takes nothing of it away from this one', async ({ page, leadsOf }) => {
  const campaign = newCampaign();
  await page.goto(`/privacy?utm_campaign=${campaign}`, { referer: 'https://t.me/' });
  await hydrated(page);
  await page.evaluate(() => localStorage.setItem('language', 'ru'));
  // A link without a language, as a page that was opened before has it.
  await page.evaluate(() => location.assign('/'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await hydrated(page);
  const name = await send(page);
  expect(await leadsOf(name)).toMatchObject([{ source: 'telegram', campaign, language: 'ru' }]);
});

test('what is pressed is counted once, under the name of its place', async ({ page }) => {
  const campaign = newCampaign();
  await page.goto(`/?lang=en&utm_campaign=${campaign}`);
  await hydrated(page);
  const { hero, services, contact, floating, footer } = words.en;
  const press = (part: 'main' | 'contentinfo', name: string) =>
    page.getByRole(part).getByRole('link', { name }).first().click();
  await press('main', hero.register);
  await page
    .getByRole('main')
    .getByRole('link', { name: `${services.packages[2]?.name}` })
    .click();
  await press('main', services.italy.details);
  await press('main', contact.cards.telegram.action);
  await press('main', contact.cards.email.action);
  await press('main', contact.promo.button);
  await press('contentinfo', footer.channel);
  await page.getByRole('button', { name: floating.toggle }).click();
  await page.getByRole('dialog').getByRole('link').click();
  await expect
    .poll(async () => (await countedOf(campaign)).clicks, { timeout: 20_000 })
    .toEqual([
      'channel direct en 1',
      'consultation direct en 1',
      'email direct en 1',
      'registration direct en 1',
      'registration-pro direct en 1',
      'telegram-contact direct en 1',
      'telegram-floating direct en 1',
      'telegram-italy direct en 1',
    ]);
});

test('without script the tags of the link go along in the address, to the form', async ({
  scriptless,
  leadsOf,
}) => {
  const campaign = newCampaign();
  await scriptless.goto(`/?utm_source=flyer&utm_campaign=${campaign}`);
  await scriptless.getByRole('link', { name: 'Русский' }).click();
  await expect(scriptless.locator('html')).toHaveAttribute('lang', 'ru');
  await scriptless.getByRole('contentinfo').getByRole('link', { name: words.ru.footer.privacy }).click();
  await expect(scriptless).toHaveURL(/\/privacy\?/);
  await scriptless.getByRole('contentinfo').getByRole('link', { name: words.ru.nav.services }).click();
  const name = newName();
  await fillIn(scriptless, name);
  await submit(scriptless).click();
  await expect(scriptless.locator(':target')).toContainText(words.ru.contact.successTitle);
  expect(await leadsOf(name)).toMatchObject([{ source: 'flyer', campaign, language: 'ru' }]);
  await expect
    .poll(() => countedOf(campaign), { timeout: 20_000 })
    .toEqual({ visits: ['flyer uz 1'], clicks: [] });
});

test.describe('who asks not to be followed', () => {
  test.use({ extraHTTPHeaders: { 'Sec-GPC': '1' } });

  test('is a lead from nowhere, and presses unseen', async ({ page, leadsOf }) => {
    const campaign = newCampaign();
    await page.goto(`/?lang=en&utm_campaign=${campaign}`, { referer: 'https://t.me/' });
    await hydrated(page);
    const pressed = page.waitForResponse('**/pressed');
    const name = await send(page);
    expect((await pressed).status()).toBe(204);
    expect(await leadsOf(name)).toMatchObject([{ source: null, campaign: null }]);
    expect(await countedOf(campaign)).toEqual({ visits: [], clicks: [] });
  });
});
