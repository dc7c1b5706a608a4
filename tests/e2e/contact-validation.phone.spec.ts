import { fill } from '../../contract/fill.ts';
import { languages } from '../../contract/languages.ts';
import { submissionLimits } from '../../contract/submission.ts';
import { withoutMotion } from '../axe.ts';
import { expect, test, visit } from './fixtures.ts';
import { fields, fillIn, newName, submit, successNotice, watchRequests } from './form.ts';
import { words } from './words.ts';

/** How far the page is scrolled is no matter here, and the way to the form is half of what such a test takes. */
test.beforeEach(withoutMotion);

test('an incomplete form says under each field what is missing, in the language that is read, until it is mended, and is not sent', async ({
  page,
}) => {
  const requests = watchRequests(page);
  await visit(page);
  await fields(page).nth(2).fill('not an address');
  await submit(page).click();
  await expect(fields(page).first(), 'the first one to mend is at hand').toBeFocused();
  await expect(fields(page).first()).toBeInViewport();
  for (const language of ['uz', 'ru', 'en'] as const) {
    if (language !== 'uz') await page.getByRole('link', { name: languages[language].name }).click();
    const { required, emailInvalid } = words[language].contact;
    for (const [index, problem] of [required, required, emailInvalid, required].entries()) {
      await expect(fields(page).nth(index)).toHaveAccessibleDescription(problem);
      await expect(fields(page).nth(index)).toHaveAttribute('aria-invalid', 'true');
    }
    await expect(page.getByText(required, { exact: true })).toHaveCount(3);
  }

  const [name, phone] = [fields(page).first(), fields(page).nth(1)];
  await name.press('A');
  await expect(name).toHaveAccessibleDescription('');
  await expect(name).not.toHaveAttribute('aria-invalid');
  await expect(phone).toHaveAttribute('aria-invalid', 'true');

  await test.step('no field takes more than the service does', async () => {
    await phone.focus();
    await page.keyboard.insertText('9'.repeat(60));
    await expect(phone).toHaveValue('9'.repeat(50));
  });

  await test.step('spaces alone are no name', async () => {
    await fillIn(page, '   ');
    await submit(page).click();
    await expect(name).toHaveAccessibleDescription(words.en.contact.required);
  });
  expect(requests).toEqual([]);
});

test('spaces that a program filled in, and told of no input, are none either', async ({ page }) => {
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
