/** Leads that the staff add and correct themselves. */
import type { Page } from '@playwright/test';
import { fill } from '#contract/fill.ts';
import { expect, heading, history, press, rows, statusButton, test, words } from './fixtures.ts';

const { lead, list, newLead, sources } = words;
const phone = (page: Page) => page.getByLabel(lead.phoneOrName);
const field = (page: Page, name: string) => page.getByRole('textbox', { name });

test('a person who phoned is added by hand: what is missing is said at the field, and what was typed survives leaving', async ({
  signIn,
}) => {
  const page = await signIn();
  await page.goto('/inbox?tab=all');
  await page.getByRole('link', { name: newLead.title }).click();
  await expect(heading(page, newLead.title)).toBeFocused();
  await press(page, lead.save);
  await expect(field(page, lead.name)).toBeFocused();
  await expect(page.getByText(lead.fillIn)).toBeVisible();
  await field(page, lead.name).fill('Botir');
  await press(page, lead.save);
  await expect(phone(page)).toBeFocused();
  await expect(page.getByText(newLead.needsContact)).toBeVisible();
  await phone(page).fill('@botir_uz');
  await field(page, lead.message).fill('Italiya');
  await page.getByLabel(lead.source).selectOption(sources['in-person']);
  await page.goBack();
  await page.getByRole('link', { name: newLead.title }).click();
  await page.reload();
  await expect(field(page, lead.message)).toHaveValue('Italiya');
  await press(page, lead.save);
  await expect(heading(page, 'Botir')).toBeVisible();
  await expect(page.getByRole('article')).toContainText(sources['in-person']);
  await expect(history(page).filter({ hasText: 'Dilnoza' })).toContainText([lead.added]);
  await page.getByRole('link', { name: lead.back }).click();
  await expect(page).toHaveURL(/\?tab=all$/);
  await expect(rows(page)).toContainText(['Botir']);
  await expect(rows(page).getByText('Dilnoza')).toBeVisible();
  await page.getByRole('link', { name: newLead.title }).click();
  await expect(field(page, lead.name)).toHaveValue('');
});

test('before a number is saved twice, the person’s other lead is shown; a lost answer adds nothing twice', async ({
  service,
  signIn,
  consoleErrors,
}) => {
  await service.addLead({ name: 'Aziza Karimova', phone: '+998 90 765 43 21' });
  const page = await signIn();
  await page.goto('/inbox/leads/new');
  await field(page, lead.name).fill('Aziza');
  await phone(page).fill('90 765-43-21');
  await press(page, lead.save);
  const same = page.getByRole('region', { name: fill(lead.others, { count: 1 }) });
  await expect(same).toContainText('Aziza Karimova');
  await page.route('**/inbox/api/leads', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(page, newLead.addAnyway);
  await expect(page.getByRole('alert').getByText(words.errors.offline)).toBeVisible();
  await page.unroute('**/inbox/api/leads');
  await page.reload();
  const both = page.getByRole('region', { name: fill(lead.others, { count: 2 }) });
  await expect(both).toBeVisible();
  await press(page, newLead.addAnyway);
  await expect(heading(page, 'Aziza')).toBeVisible();
  await page.goto('/inbox');
  await expect(rows(page)).toHaveCount(2);
  consoleErrors.allowed(/net::ERR_/);
});

test('a wrong number is corrected; of two people who correct it, the second is shown the first one’s and loses nothing', async ({
  service,
  signIn,
  consoleErrors,
}) => {
  const ref = await service.addLead({ name: 'Aziza', phone: '90 111 11 11' });
  const [dilnoza, sardor] = [await signIn('Dilnoza'), await signIn('Sardor')];
  await sardor.route('**/inbox/api/revision', () => {});
  for (const page of [dilnoza, sardor]) {
    await page.goto(`/inbox/leads/${ref}`);
    await press(page, lead.correct);
  }
  await phone(dilnoza).fill('90 222 22 22');
  await press(dilnoza, lead.save);
  await expect(history(dilnoza)).toContainText(['90 111 11 11 → 90 222 22 22', lead.received]);
  await phone(sardor).fill('90 333 33 33');
  await field(sardor, lead.name).fill('Aziza Karimova');
  await sardor.reload();
  await sardor.unroute('**/inbox/api/revision');
  await expect(phone(sardor)).toHaveValue('90 333 33 33');
  const theirs = fill(lead.correctedMeanwhile, { who: 'Dilnoza', text: '90 222 22 22' });
  await expect(sardor.getByText(theirs)).toBeVisible();
  await phone(dilnoza).waitFor({ state: 'detached' });
  await press(dilnoza, lead.correct);
  await sardor.route('**/inbox/api/revision', () => {});
  await phone(dilnoza).fill('90 444 44 44');
  await press(dilnoza, lead.save);
  await expect(history(dilnoza)).toContainText(['→ 90 444 44 44']);
  await press(sardor, lead.save);
  await expect(sardor.getByRole('alert').getByText(lead.conflict)).toBeVisible();
  await expect(phone(sardor)).toHaveValue('90 333 33 33');
  await press(sardor, lead.takeTheirs);
  await expect(phone(sardor)).toHaveValue('90 444 44 44');
  await press(sardor, lead.save);
  await expect(heading(sardor, 'Aziza Karimova')).toBeVisible();
  await expect(sardor.getByRole('link', { name: lead.call })).toHaveAttribute('href', 'tel:+998904444444');
  consoleErrors.expected(/409/, 1);
});

test('one’s own note can be corrected and removed, nobody else’s', async ({ service, signIn }) => {
  const ref = await service.addLead({ name: 'Aziza' });
  const [dilnoza, sardor] = [await signIn('Dilnoza'), await signIn('Sardor')];
  await dilnoza.goto(`/inbox/leads/${ref}`);
  await dilnoza.getByLabel(lead.note, { exact: true }).fill('Ertaga');
  await press(dilnoza, lead.addNote);
  await press(dilnoza, lead.correctNote);
  await dilnoza.getByLabel(lead.correctNote).fill('Indinga');
  await dilnoza.reload();
  await dilnoza
    .locator('form')
    .filter({ has: dilnoza.getByLabel(lead.correctNote) })
    .getByRole('button')
    .first()
    .click();
  await expect(history(dilnoza)).toContainText([lead.noteCorrected, 'Indinga', lead.received]);
  await sardor.goto(`/inbox/leads/${ref}`);
  await expect(history(sardor)).toContainText(['Indinga']);
  await expect(sardor.getByRole('button', { name: lead.correctNote })).toHaveCount(0);
  await press(dilnoza, lead.removeNote);
  await dilnoza.getByRole('dialog').getByRole('button', { name: lead.removeNote }).click();
  await expect(history(sardor)).toContainText([lead.noteRemoved, lead.noteCorrected, lead.received]);
  await expect(sardor.getByText('Indinga')).toHaveCount(0);
});

test('“Mine” lists the leads that one changed last', async ({ service, signIn }) => {
  const ref = await service.addLead({ name: 'Aziza' });
  await service.addLead({ name: 'Bekzod' });
  const page = await signIn();
  await page.goto(`/inbox/leads/${ref}`);
  await statusButton(page, 'contacted').click();
  await page.goto('/inbox?tab=all');
  await press(page, list.filters);
  await press(page, list.mine);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(['Aziza']);
  await expect(page).toHaveURL(/by=Dilnoza/);
  await page.goto('/inbox/stats');
  const replies = page.getByRole('table', { name: words.stats.byPerson });
  await expect(replies.getByRole('row', { name: 'Dilnoza' })).toContainText('1');
});

test('an arrival is announced and flashes once: not when another is answered, nor at each return', async ({
  service,
  signIn,
}) => {
  const page = await signIn();
  await page.addInitScript(() => {
    document.addEventListener('animationstart', ({ target }) => {
      if ((target as Element).matches('li')) document.documentElement.append(document.createComment('flash'));
    });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if ((node.parentElement as Element | null)?.matches('[role="status"]') && node.textContent)
            document.documentElement.append(document.createComment(node.textContent));
    }).observe(document, { childList: true, subtree: true });
  });
  const seen = (text: string) =>
    page.evaluate(
      (text) => [...document.documentElement.childNodes].filter(({ nodeValue }) => nodeValue === text).length,
      text,
    );
  await page.goto('/inbox');
  await expect(page.getByText(list.emptyNew)).toBeVisible();
  for (const name of ['Aziza', 'Bekzod']) {
    await service.addLead({ name });
    await expect(rows(page).filter({ hasText: name })).toBeVisible();
  }
  await expect.poll(() => seen(list.arrived)).toBe(2);
  await expect(rows(page).first()).not.toHaveClass(/./);
  await rows(page).filter({ hasText: 'Bekzod' }).getByRole('link').click();
  await statusButton(page, 'contacted').click();
  await expect(history(page)).toHaveCount(2);
  await page.goBack();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('link', { name: words.nav.stats }).click();
  await page.getByRole('link', { name: words.nav.leads }).click();
  await expect(rows(page)).toHaveCount(1);
  expect(await seen(list.arrived)).toBe(2);
  expect(await seen('flash')).toBe(2);
});
