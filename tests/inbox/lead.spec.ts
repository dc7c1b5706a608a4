import { fill } from '#contract/fill.ts';
import { noteLimit } from '#contract/inbox.ts';
import { tashkentDate } from '#contract/tashkent-time.ts';
import { dayText } from '#contract/time-text.ts';
import { erase, expect, heading, history, open, press, rows, statusButton, test, words } from './fixtures.ts';

const { lead, status } = words;

test('call, Telegram and email are links, and the lead can be copied', async ({ service, signIn }) => {
  await service.addLead({
    name: 'Aziza Karimova',
    phone: '90 123-45-67',
    email: 'aziza@example.uz',
    message: 'Italiya? @lola_uz',
  });
  const page = await signIn();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/inbox');
  await open(page, 'Aziza Karimova');
  for (const [name, href] of [
    [lead.call, 'tel:+998901234567'],
    [lead.telegram, 'https://t.me/+998901234567'],
    [lead.mail, 'mailto:aziza@example.uz'],
  ] as const)
    await expect(page.getByRole('article').getByRole('link', { name })).toHaveAttribute('href', href);
  await expect(page.getByRole('link', { name: `@lola_uz (${words.newTab})` })).toHaveAttribute(
    'target',
    '_blank',
  );
  await press(page, lead.copyAll);
  await expect(page.getByText(lead.copied)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Aziza Karimova\n90 123-45-67\naziza@example.uz\nItaliya? @lola_uz',
  );
});

test('a status is set with one tap; the history says who did what, and a colleague sees it without a reload', async ({
  service,
  signIn,
}) => {
  const ref = await service.addLead({ name: 'Aziza Karimova' });
  const [dilnoza, sardor] = [await signIn('Dilnoza'), await signIn('Sardor')];
  await sardor.goto(`/inbox/leads/${ref}`);
  await expect(statusButton(sardor, 'new')).toHaveAttribute('aria-pressed', 'true');
  await dilnoza.goto(`/inbox/leads/${ref}`);
  await statusButton(dilnoza, 'contacted').click();
  await expect(statusButton(dilnoza, 'contacted')).toHaveAttribute('aria-pressed', 'true');
  const note = dilnoza.getByLabel(lead.note);
  await note.fill('x'.repeat(noteLimit + 1));
  await press(dilnoza, lead.addNote);
  await expect(dilnoza.getByText(fill(lead.noteTooLong, { limit: noteLimit }))).toBeVisible();
  await note.fill('  Ertaga soat 15 da\nonasi bilan  ');
  await press(dilnoza, lead.addNote);
  await expect(note).toHaveValue('');
  await expect(dilnoza.getByRole('status').getByText(lead.noteSaved)).toBeVisible();

  await expect(statusButton(sardor, 'contacted')).toHaveAttribute('aria-pressed', 'true');
  await expect(history(sardor)).toContainText([
    'Ertaga soat 15 da\nonasi bilan',
    fill(lead.changedStatus, { from: status.new, to: status.contacted }),
    lead.received,
  ]);
  await expect(history(sardor).filter({ hasText: 'Dilnoza' })).toHaveCount(2);
});

test('a reminder can be set and removed, and leads due today are first in the list', async ({
  service,
  signIn,
}) => {
  const ref = await service.addLead({ name: 'Aziza Karimova' });
  await service.addLead({ name: 'Bekzod' });
  const page = await signIn();
  await page.goto(`/inbox/leads/${ref}`);
  await press(page, lead.remind);
  await press(page, lead.remindSet);
  await expect(page.getByRole('status').getByText('09:00')).toBeVisible();
  await expect(page.getByRole('button', { name: lead.reminderChange })).toBeFocused();
  const reminder = page.getByRole('group', { name: lead.remind });
  await expect(reminder).toContainText('09:00');
  await press(page, lead.reminderRemove);
  await expect(page.getByRole('status').getByText(lead.reminderRemoved)).toBeVisible();
  await expect(page.getByRole('button', { name: lead.remind, exact: true })).toBeFocused();
  await press(page, lead.remind);
  const day = tashkentDate(new Date(), -40);
  await page.getByLabel(lead.remindDay).fill(day);
  await press(page, lead.remindSet);
  const time = (clock: string) => fill(lead.reminderSet, { time: `${dayText(day, 'uz')}, ${clock}` });
  await expect(reminder).toContainText(time('09:00'));
  await press(page, lead.reminderChange);
  await page.getByLabel(lead.remindTime).selectOption('15:30');
  await press(page, lead.remindSet);
  await expect(reminder).toContainText(time('15:30'));
  await expect(history(page)).toContainText([
    time('15:30'),
    time('09:00'),
    lead.reminderRemoved,
    '09:00',
    lead.received,
  ]);

  await statusButton(page, 'contacted').click();
  await service.addDueReminder(ref);
  await page.goto('/inbox');
  const due = page.getByRole('region', { name: words.list.due });
  await expect(due).toContainText('Aziza Karimova');
  await expect(due, 'among new leads as well').toContainText(words.status.contacted);
  await expect(rows(page)).toContainText(['Aziza Karimova', 'Bekzod']);
  await open(page, 'Aziza Karimova');
  await statusButton(page, 'client').click();
  await expect(reminder).toHaveCount(0);
  await statusButton(page, 'lost').click();
  await expect(page.getByRole('status').getByText(lead.noClientNow)).toBeVisible();
  await page.goto('/inbox');
  await expect(rows(page)).toContainText(['Bekzod']);
  await expect(rows(page)).toHaveCount(1);
});

test('when the response to a note is lost, the note stays in the field, and saving again stores it once', async ({
  service,
  signIn,
  consoleErrors,
}) => {
  const ref = await service.addLead({ name: 'Aziza' });
  const page = await signIn();
  await page.goto(`/inbox/leads/${ref}`);
  await page.route('**/notes', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByLabel(lead.note).fill('Ertaga');
  await press(page, lead.addNote);
  await expect(page.getByRole('alert').filter({ hasText: words.errors.offline })).toBeVisible();
  await expect(page.getByLabel(lead.note)).toHaveValue('Ertaga');
  await page.unroute('**/notes');
  await press(page, lead.addNote);
  await expect(page.getByLabel(lead.note)).toHaveValue('');
  await expect(history(page).filter({ hasText: 'Ertaga' })).toHaveCount(1);
  consoleErrors.allowed(/net::ERR_/);
});

test('when two people change a status at once, the second is shown the first one’s change', async ({
  service,
  signIn,
  consoleErrors,
}) => {
  const ref = await service.addLead({ name: 'Aziza Karimova' });
  const [dilnoza, sardor] = [await signIn('Dilnoza'), await signIn('Sardor')];
  await sardor.route('**/inbox/api/revision', () => {});
  await sardor.goto(`/inbox/leads/${ref}`);
  await expect(statusButton(sardor, 'new')).toHaveAttribute('aria-pressed', 'true');
  await dilnoza.goto(`/inbox/leads/${ref}`);
  await statusButton(dilnoza, 'client').click();
  await expect(history(dilnoza)).toHaveCount(2);
  await statusButton(sardor, 'lost').click();
  const conflict = fill(lead.statusConflict, { who: 'Dilnoza', to: status.client });
  await expect(sardor.getByRole('alert').filter({ hasText: conflict })).toBeVisible();
  await expect(statusButton(sardor, 'client')).toHaveAttribute('aria-pressed', 'true');
  await expect(statusButton(dilnoza, 'client')).toHaveAttribute('aria-pressed', 'true');
  consoleErrors.expected(/409/, 1);
});

test('spam moves to its own tab and keeps its status when restored', async ({ service, signIn }) => {
  const ref = await service.addLead({ name: 'Aziza Karimova' });
  const page = await signIn();
  await page.goto(`/inbox/leads/${ref}`);
  await statusButton(page, 'contacted').click();
  await expect(history(page)).toHaveCount(2);
  await press(page, lead.markSpam);
  await expect(page.getByRole('button', { name: lead.notSpam })).toBeFocused();
  await expect(page.getByRole('group', { name: lead.status })).toHaveCount(0);
  await page.goto('/inbox?tab=spam');
  await open(page, 'Aziza Karimova');
  await press(page, lead.notSpam);
  await expect(statusButton(page, 'contacted')).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/inbox?tab=spam');
  await expect(page.getByText(words.list.empty)).toBeVisible();
});

test('a lead lists the person’s other leads, and the delete dialog says that they stay', async ({
  service,
  signIn,
}) => {
  const ref = await service.addLead({ name: 'Aziza Karimova', phone: '90 765-43-21' });
  await service.addLead({ name: 'Aziza', phone: '+998 90 765 43 21' });
  await service.addLead({ name: 'Bekzod' });
  const page = await signIn();
  await page.goto(`/inbox/leads/${ref}`);
  await press(page, lead.erase);
  await expect(page.getByRole('dialog')).toContainText(fill(lead.eraseOthers, { count: 1 }));
  await press(page, words.cancel);
  const others = page.getByRole('region', { name: fill(lead.others, { count: 1 }) });
  await expect(others).toContainText(status.new);
  await others.getByRole('link', { name: 'Aziza: Italiya' }).click();
  await expect(heading(page, 'Aziza')).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'Aziza Karimova')).toBeVisible();
});

test('deleting asks twice, a double click deletes nothing, and a colleague viewing the lead sees that it is gone', async ({
  service,
  signIn,
  consoleErrors,
}) => {
  await service.addLead({ name: 'Bekzod' });
  const ref = await service.addLead({ name: 'Aziza Karimova' });
  const [dilnoza, sardor] = [await signIn('Dilnoza'), await signIn('Sardor')];
  await sardor.goto(`/inbox/leads/${ref}`);
  await expect(heading(sardor, 'Aziza Karimova')).toBeVisible();
  await dilnoza.goto('/inbox');
  await open(dilnoza, 'Aziza Karimova');
  await press(dilnoza, lead.erase);
  await expect(dilnoza.getByRole('dialog')).toContainText('+998 90 123 45 67');
  await dilnoza.getByRole('button', { name: lead.eraseContinue }).dblclick();
  await dilnoza.keyboard.press('Escape');
  await expect(dilnoza.getByRole('dialog')).toBeHidden();
  await expect(heading(dilnoza, 'Aziza Karimova')).toBeVisible();

  await erase(dilnoza);
  await expect(dilnoza.getByText(lead.erased)).toBeVisible();
  await expect(rows(dilnoza)).toHaveCount(1);
  await expect(heading(sardor, lead.notFound)).toBeVisible();
  await expect(sardor.getByText('Aziza Karimova')).toHaveCount(0);
  consoleErrors.allowed(/404/);
});

test('if a Telegram message must be deleted by hand, the inbox says so until the toast is closed', async ({
  service,
  signIn,
}) => {
  const ref = await service.addLead({ name: 'Aziza' });
  await expect.poll(() => service.telegram.messages.at(-1)?.text).toContain('Aziza');
  const page = await signIn();
  await page.clock.install();
  await page.goto(`/inbox/leads/${ref}`);
  await expect(heading(page, 'Aziza')).toBeVisible();
  service.telegram.age(3 * 24 * 3_600_000);
  for (const message of service.telegram.messages) message.editable = false;
  await erase(page);
  const byHand = page.getByRole('alert').getByText(fill(lead.messageByHand, { ref }));
  await expect(byHand).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(byHand).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: words.close }).click();
  await expect(byHand).toHaveCount(0);
});
