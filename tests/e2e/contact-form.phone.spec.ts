/** The form against the real service: what it says was sent is in the store. */
import { links } from '../../content/links.ts';
import { languageCodes } from '../../contract/languages.ts';
import { submissionPath } from '../../contract/submission.ts';
import { withoutMotion } from '../axe.ts';
import { expect, test, visit } from './fixtures.ts';
import { errorNotice, fillIn, message, newName, phone, submit, successNotice, values } from './form.ts';
import { words } from './words.ts';

test.beforeEach(withoutMotion);

test('a failed form says so, keeps its fields and names another way; sent again, it is stored, thanked for and emptied', async ({
  page,
  complaints,
  leadsOf,
}) => {
  for (const language of languageCodes) {
    await test.step(language, async () => {
      const { errorTitle, errorDescription, errorTelegram, successTitle, successDescription } =
        words[language].contact;
      const name = newName();
      await page.route(`**${submissionPath}`, (route) => route.fulfill({ status: 503 }), { times: 1 });
      await visit(page, language);
      await fillIn(page, name, 'aziza@example.com');
      await submit(page).click();
      const notice = errorNotice(page);
      await expect(notice).toContainText(errorTitle);
      await expect(notice).toContainText(errorDescription);
      await expect(page.getByRole('form').getByRole('link', { name: errorTelegram })).toHaveAttribute(
        'href',
        links.telegramAdmin,
      );
      expect(await values(page)).toEqual([name, phone, 'aziza@example.com', message]);
      await expect(submit(page)).toBeEnabled();

      await submit(page).click();
      await expect(successNotice(page)).toContainText(`${successTitle}${successDescription}`);
      expect(await values(page)).toEqual(['', '', '', '']);
      expect(await leadsOf(name)).toMatchObject([
        {
          phone,
          email: 'aziza@example.com',
          message,
          language,
        },
      ]);
    });
  }
  complaints.provoked(/503/, languageCodes.length);
});

test('a failure is spoken of until the next try, even one that lacks a field', async ({
  page,
  complaints,
}) => {
  await page.route(`**${submissionPath}`, (route) => route.fulfill({ status: 503 }));
  await visit(page, 'en');
  await fillIn(page, newName());
  await submit(page).click();
  const otherWay = page.getByRole('form').getByRole('link', { name: words.en.contact.errorTelegram });
  await expect(otherWay).toBeVisible();
  const name = page.getByRole('textbox', { name: words.en.contact.name });
  await name.fill('');
  await expect(otherWay).toBeVisible();
  await submit(page).click();
  await expect(otherWay).toBeHidden();
  await expect(name).toBeFocused();
  complaints.provoked(/503/);
});

test('a person who took time to write is not taken for a robot', async ({ page, leadsOf }) => {
  const name = newName();
  await page.clock.install();
  await visit(page, 'en');
  await fillIn(page, name);
  await page.clock.fastForward(30_000);
  await submit(page).click();
  await expect.poll(() => leadsOf(name)).toMatchObject([{ suspectedSpam: false }]);
});

test('without script the form is sent by itself, in the language of the page', async ({
  scriptless,
  leadsOf,
}) => {
  for (const language of languageCodes) {
    const name = newName();
    await scriptless.goto(`/?lang=${language}`);
    await fillIn(scriptless, name);
    await submit(scriptless).click();
    await expect(scriptless).toHaveURL(language === 'uz' ? '/#sent' : `/?lang=${language}#sent`);
    await expect(successNotice(scriptless)).toContainText(words[language].contact.successTitle);
    await expect(successNotice(scriptless)).toBeInViewport();
    expect(await leadsOf(name)).toMatchObject([{ phone, email: null, language, suspectedSpam: false }]);
  }
});

test('without script a refused form says so and names another way', async ({ scriptless }) => {
  await scriptless.goto('/?lang=ru');
  await fillIn(scriptless, '   ');
  await submit(scriptless).click();
  await expect(scriptless).toHaveURL('/?lang=ru#not-sent');
  await expect(errorNotice(scriptless)).toContainText(words.ru.contact.errorDescription);
  await expect(errorNotice(scriptless).getByRole('link')).toHaveAttribute('href', links.telegramAdmin);
});

test('what a page says of a form sent without script is over once one is sent with it', async ({
  page,
  complaints,
}) => {
  await visit(page, 'en', '/', 'not-sent');
  await expect(errorNotice(page)).toBeVisible();
  await fillIn(page, newName());
  await submit(page).click();
  await expect(successNotice(page)).toBeVisible();
  await expect(errorNotice(page)).toBeHidden();
  await page.reload();
  await expect(errorNotice(page)).toBeHidden();

  await page.route(`**${submissionPath}`, (route) => route.fulfill({ status: 503 }));
  await visit(page, 'en', '/', 'sent');
  await expect(successNotice(page)).toBeVisible();
  await submit(page).click();
  await expect(successNotice(page)).toBeHidden();

  await page.reload();
  await expect(successNotice(page)).toBeVisible();
  await fillIn(page, newName());
  await submit(page).click();
  await expect(errorNotice(page)).toBeVisible();
  await expect(successNotice(page)).toBeHidden();
  complaints.provoked(/503/, 1);
});
