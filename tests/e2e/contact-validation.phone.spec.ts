import { fill } from '../../contract/fill.ts';
import { languageCodes } from '../../contract/languages.ts';
import { submissionLimits } from '../../contract/submission.ts';
import { expect, test, visit } from './fixtures.ts';
import { fields, fillIn, newName, submit, successNotice, watchRequests } from './form.ts';
import { words } from './words.ts';

for (const language of languageCodes) {
  test(`an incomplete form says under each field what is missing in ${language}, and is not sent`, async ({
    page,
  }) => {
    const { required, emailInvalid } = words[language].contact;
    const requests = watchRequests(page);
    await visit(page, language);
    await fields(page).nth(2).fill('not an address');
    await submit(page).click();

    const expected = [required, required, emailInvalid, required];
    for (const [index, problem] of expected.entries()) {
      await expect(fields(page).nth(index)).toHaveAccessibleDescription(problem);
      await expect(fields(page).nth(index)).toHaveAttribute('aria-invalid', 'true');
    }
    await expect(page.getByText(required, { exact: true })).toHaveCount(3);
    await expect(fields(page).first(), 'the first one to mend is at hand').toBeFocused();
    await expect(fields(page).first()).toBeInViewport();
    expect(requests).toEqual([]);
  });
}

test('a problem goes away as soon as the field is mended', async ({ page }) => {
  await visit(page, 'en');
  await submit(page).click();
  const name = fields(page).first();
  await expect(name).toHaveAccessibleDescription(words.en.contact.required);
  await name.press('A');
  await expect(name).toHaveAccessibleDescription('');
  await expect(name).not.toHaveAttribute('aria-invalid');
  await expect(fields(page).nth(1)).toHaveAttribute('aria-invalid', 'true');
});

test('spaces alone are no name', async ({ page }) => {
  const requests = watchRequests(page);
  await visit(page, 'en');
  await fillIn(page, '   ');
  await submit(page).click();
  await expect(fields(page).first()).toHaveAccessibleDescription(words.en.contact.required);
  expect(requests).toEqual([]);
});

test('nor are they where a program filled them in and told of no input', async ({ page }) => {
  const requests = watchRequests(page);
  await visit(page, 'en');
  await fillIn(page, '');
  await fields(page)
    .last()
    .evaluate((field: HTMLTextAreaElement) => {
      field.value = ' \n ';
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
  const { required } = words.en.contact;
  await submit(page).click();
  await expect(fields(page).first()).toHaveAccessibleDescription(required);
  await expect(fields(page).last(), 'all that is missing is told at once').toHaveAccessibleDescription(
    required,
  );
  await fields(page).first().fill('Aziza');
  await fields(page).first().press('Enter');
  await expect(fields(page).last()).toBeFocused();
  expect(requests).toEqual([]);
});

test('the problems follow the language', async ({ page }) => {
  await visit(page, 'en');
  await submit(page).click();
  await page.getByRole('link', { name: 'Русский' }).click();
  await expect(fields(page).first()).toHaveAccessibleDescription(words.ru.contact.required);
});

test('no field takes more than the service does', async ({ page }) => {
  await visit(page, 'en');
  await fields(page).nth(1).focus();
  await page.keyboard.insertText('9'.repeat(60));
  await expect(fields(page).nth(1)).toHaveValue('9'.repeat(50));
});

test('a field that the keyboard comes to stands on the screen whole', async ({ page }) => {
  await visit(page, 'ru');
  for (const [width, height] of [
    [360, 740],
    [740, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole('link', { name: words.ru.footer.privacy }).focus();
    for (const name of ['message', 'email', 'phone', 'name']) {
      const field = page.locator(`[name=${name}]`);
      while (!(await field.evaluate((element) => element === document.activeElement)))
        await page.keyboard.press('Shift+Tab');
      await expect(field).toBeInViewport({ ratio: 1 });
    }
    for (const name of ['phone', 'email', 'message']) {
      await page.keyboard.press('Tab');
      await expect(page.locator(`[name=${name}]`)).toBeInViewport({ ratio: 1 });
    }
  }
});

test('a full field says so while it is typed into, until what it held is sent', async ({ page }) => {
  const { message } = submissionLimits;
  await visit(page, 'en');
  await fillIn(page, newName());
  const full = page.getByRole('alert').getByText(fill(words.en.contact.full, { limit: message }));
  await expect(full).toHaveCount(0);
  await fields(page).nth(3).fill('a'.repeat(message));
  await expect(full).toBeVisible();
  await submit(page).click();
  await expect(successNotice(page)).toBeVisible();
  await expect(fields(page).nth(3)).toHaveValue('');
  await expect(full).toHaveCount(0);
});
