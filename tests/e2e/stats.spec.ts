/** Traffic sources and clicks, counted without cookies. */
import { randomUUID } from 'node:crypto';
import { withoutMotion } from '#tests/axe.ts';
import { countsOf, leadsOf } from '#tests/e2e-database.ts';
import { expect, hydrated, test } from './fixtures.ts';
import { fillIn, newName, submit, success } from './form.ts';
import { words } from './words.ts';

const { hero, services, contact, floating, footer } = words.en;
const newCampaign = () => `c-${randomUUID()}`;

test.beforeEach(withoutMotion);
test.beforeEach(({ context }) =>
  context.route('https://example.com/**', (route) => route.fulfill({ body: '' })),
);

test('a visit’s source and campaign reach the lead, across a language switch and another page', async ({
  page,
}) => {
  const campaign = newCampaign();
  const name = newName();
  await page.goto(`/?utm_campaign=${campaign}`, { referer: 'https://t.me/' });
  await hydrated(page);
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByRole('contentinfo').getByRole('link', { name: footer.privacy }).click();
  await hydrated(page);
  await page.getByRole('contentinfo').getByRole('link', { name: words.en.nav.services }).click();
  await hydrated(page);
  await fillIn(page, name);
  await submit(page).click();
  await expect(success(page)).toBeVisible();
  expect(await leadsOf(name)).toMatchObject([{ source: 'telegram', campaign }]);
  await expect
    .poll(() => countsOf(campaign), { timeout: 20_000 })
    .toEqual(['form telegram en 1', 'visit telegram uz 1']);
});

test('the redirect to a remembered language keeps source and campaign', async ({ page }) => {
  const campaign = newCampaign();
  const name = newName();
  await page.goto('/?lang=ru');
  await page.evaluate(() => localStorage.setItem('language', 'ru'));
  await page.goto(`/?utm_campaign=${campaign}`, { referer: 'https://l.instagram.com/' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await hydrated(page);
  await fillIn(page, name);
  await submit(page).click();
  await expect(success(page)).toBeVisible();
  expect(await leadsOf(name)).toMatchObject([{ source: 'instagram', campaign, language: 'ru' }]);
});

test('every outgoing link is counted under its own name and the visit’s source', async ({ page }) => {
  const campaign = newCampaign();
  await page.goto(`/?lang=en&utm_source=ig&utm_campaign=${campaign}`);
  await hydrated(page);
  const press = (part: 'main' | 'contentinfo' | 'dialog', name: string) =>
    page.getByRole(part).getByRole('link', { name }).first().click();
  await press('main', hero.register);
  await press('main', `${services.packages[2]?.name}`);
  await press('main', services.italy.details);
  await press('main', contact.cards.telegram.title);
  await press('main', contact.cards.email.title);
  await press('main', contact.promo.button);
  await press('contentinfo', footer.channel);
  await page.getByRole('button', { name: floating.toggle }).click();
  await press('dialog', floating.open);
  await expect
    .poll(() => countsOf(campaign), { timeout: 20_000 })
    .toEqual([
      'channel instagram en 1',
      'consultation instagram en 1',
      'email instagram en 1',
      'registration instagram en 1',
      'registration-pro instagram en 1',
      'telegram-contact instagram en 1',
      'telegram-floating instagram en 1',
      'telegram-italy instagram en 1',
      'visit instagram en 1',
    ]);
});
