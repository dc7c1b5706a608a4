/** The form with the real service: whenever the page says “sent”, the lead is stored. */
import { links } from '#content/links.ts';
import { submissionPath } from '#contract/addresses.ts';
import { fill } from '#contract/fill.ts';
import { languages } from '#contract/languages.ts';
import { submissionLimits } from '#contract/submission.ts';
import { withoutMotion } from '#tests/axe.ts';
import { leadsOf } from '#tests/e2e-database.ts';
import { hold } from '#tests/hold.ts';
import { expect, test, visit } from './fixtures.ts';
import {
  accept,
  failure,
  fields,
  fillIn,
  message,
  newName,
  phone,
  refuse,
  submit,
  success,
  values,
  watchRequests,
} from './form.ts';
import { words } from './words.ts';

const { contact } = words.en;

test.beforeEach(withoutMotion);

test('a failed submission shows an error, keeps the fields and offers Telegram; a retry is stored and empties the form', async ({
  page,
  consoleErrors,
}) => {
  const { errorTitle, errorDescription, errorTelegram, successTitle, successDescription } = contact;
  const name = newName();
  await refuse(page);
  await visit(page, 'en');
  await fillIn(page, name, 'aziza@example.com');
  await submit(page).click();
  await expect(failure(page)).toContainText(errorTitle);
  await expect(failure(page)).toContainText(errorDescription);
  const instead = page.getByRole('form').getByRole('link', { name: errorTelegram });
  await expect(instead).toHaveAttribute('href', links.telegramAdmin);
  expect(await values(page)).toEqual([name, phone, 'aziza@example.com', message]);

  await accept(page);
  await submit(page).click();
  await expect(success(page)).toContainText(`${successTitle}${successDescription}`);
  await expect(instead).toBeHidden();
  expect(await values(page)).toEqual(['', '', '', '']);
  expect(await leadsOf(name)).toMatchObject([{ email: 'aziza@example.com', message, language: 'en' }]);
  consoleErrors.expected(/500/, 1);
});

test('the payload is the four trimmed fields; a double click sends it once', async ({ page }) => {
  const name = newName();
  const requests = watchRequests(page);
  const release = await hold(page, `**${submissionPath}`);
  await visit(page, 'ru');
  await fillIn(page, `  ${name} `);
  await submit(page).dblclick();
  await expect(submit(page)).toBeDisabled();
  await expect(submit(page)).toHaveText(words.ru.contact.sending);
  await fields(page).first().press('Enter');
  release();
  await expect(success(page)).toBeVisible();
  await expect(submit(page)).toHaveText(words.ru.contact.submit);
  expect(await leadsOf(name)).toHaveLength(1);
  expect(requests).toHaveLength(1);
  expect(requests[0]?.postDataJSON()).toEqual({ name, phone, email: null, message });
  expect(requests[0]?.headers()).toMatchObject({
    'content-type': 'application/json',
    'content-language': 'ru',
    'idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});

test('when the response is lost, the form retries, and the lead is stored once', async ({
  page,
  consoleErrors,
}) => {
  const name = newName();
  const requests = watchRequests(page);
  await page.route(
    `**${submissionPath}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await visit(page, 'en');
  await fillIn(page, name);
  await submit(page).click();
  await expect(success(page)).toContainText(contact.successTitle);
  expect(requests).toHaveLength(2);
  expect(await leadsOf(name)).toHaveLength(1);
  consoleErrors.expected(/ERR_FAILED/, 1);
});

test('while the server restarts the form tries again with the same key, for ten seconds', async ({
  page,
  consoleErrors,
}) => {
  const requests = watchRequests(page);
  const statuses = [502, 503, 504];
  await page.route(`**${submissionPath}`, (route) => {
    const status = statuses.shift();
    return status ? route.fulfill({ status }) : route.continue();
  });
  await page.clock.install();
  await visit(page, 'en');
  const name = newName();
  await fillIn(page, name);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await submit(page).click();
  for (const [attempt, wait] of [1, 1000, 3000, 5000].entries()) {
    await page.clock.runFor(wait);
    await expect.poll(() => requests.length).toBe(attempt + 1);
    await requests[attempt]?.response();
  }
  await expect(success(page)).toContainText(contact.successTitle);
  expect(await leadsOf(name)).toHaveLength(1);
  expect(new Set(requests.map((request) => request.headers()['idempotency-key'])).size).toBe(1);

  statuses.push(503, 503, 503, 503);
  await fillIn(page, name);
  await submit(page).click();
  await page.clock.runFor(1);
  for (const [attempt, wait] of [1000, 3000, 5000].entries()) {
    await expect.poll(() => requests.length).toBe(5 + attempt);
    await requests[4 + attempt]?.response();
    await page.clock.runFor(wait);
  }
  await expect(failure(page)).toContainText(contact.errorTitle);
  expect(requests).toHaveLength(8);
  expect((await values(page))[0]).toBe(name);
  consoleErrors.expected(/50[234]/, 7);
});

test('without a response the form gives up after two attempts, within half a minute, and keeps the text', async ({
  page,
}) => {
  const requests = watchRequests(page);
  await page.route(`**${submissionPath}`, () => {});
  await page.clock.install();
  await visit(page, 'en');
  const name = newName();
  await fillIn(page, name);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await submit(page).click();
  await page.clock.runFor(1);
  await expect.poll(() => requests.length).toBe(1);
  await page.clock.runFor(15_000);
  await page.clock.runFor(1_000);
  await expect.poll(() => requests.length).toBe(2);
  await expect(submit(page)).toHaveText(contact.sending);
  await page.clock.runFor(15_000);
  await expect(failure(page)).toContainText(contact.errorTitle);
  expect(await values(page)).toEqual([name, phone, '', message]);
  const keys = requests.map((request) => request.headers()['idempotency-key']);
  expect(keys[1]).toBe(keys[0]);
});

test('the sign-in page of a Wi-Fi network is not taken for success', async ({ page }) => {
  const body = '<h1>Wi-Fi: sign in</h1>';
  await page.route(`**${submissionPath}`, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body }),
  );
  await visit(page, 'en');
  await fillIn(page, 'Aziza');
  await submit(page).click();
  await expect(failure(page)).toContainText(contact.errorTitle);
  expect(await values(page)).toEqual(['Aziza', phone, '', message]);
});

test('after too many submissions the form says how many minutes to wait', async ({ page, consoleErrors }) => {
  await refuse(page, 429, { 'Retry-After': '130' });
  await visit(page, 'ru');
  await fillIn(page, newName());
  await submit(page).click();
  const { errorDescription, waitHint } = words.ru.contact;
  await expect(failure(page)).toContainText(`${errorDescription} ${fill(waitHint, { minutes: 3 })}`);
  consoleErrors.expected(/429/, 1);
});

test('an incomplete form shows an error under each field in the current language and is not sent', async ({
  page,
}) => {
  const requests = watchRequests(page);
  await visit(page);
  await fields(page).nth(2).fill('not an address');
  await submit(page).click();
  await expect(fields(page).first()).toBeFocused();
  await expect(fields(page).first()).toBeInViewport();
  for (const language of ['uz', 'ru'] as const) {
    if (language !== 'uz') await page.getByRole('link', { name: languages[language].name }).click();
    const { required, emailInvalid } = words[language].contact;
    for (const [index, problem] of [required, required, emailInvalid, required].entries()) {
      await expect(fields(page).nth(index)).toHaveAccessibleDescription(problem);
      await expect(fields(page).nth(index)).toHaveAttribute('aria-invalid', 'true');
    }
  }
  const name = fields(page).first();
  await name.press('A');
  await expect(name).not.toHaveAttribute('aria-invalid');
  await fillIn(page, '   ');
  await submit(page).click();
  await expect(name).toHaveAccessibleDescription(words.ru.contact.required);
  expect(requests).toEqual([]);
});

test('a field accepts no more than the service and says when it is full', async ({ page }) => {
  const { phone, message } = submissionLimits;
  await visit(page, 'en');
  await fields(page).nth(1).focus();
  await page.keyboard.insertText('9'.repeat(phone + 10));
  await expect(fields(page).nth(1)).toHaveValue('9'.repeat(phone));
  const full = page.getByRole('alert').getByText(fill(contact.full, { limit: message }));
  await expect(full).toHaveCount(0);
  await fields(page).nth(3).fill('a'.repeat(message));
  await expect(full).toBeVisible();
});

test('text typed before React loads is kept', async ({ page }) => {
  const release = await hold(page, '**/assets/entry-client-*.js');
  await page.goto('/?lang=en', { waitUntil: 'domcontentloaded' });
  await fields(page).first().fill('Aziza');
  await expect(page.locator('html')).not.toHaveClass(/hydrated/);
  release();
  await expect(page.locator('html')).toHaveClass(/hydrated/);
  await expect(fields(page).first()).toHaveValue('Aziza');
});

test('a visitor who takes time to write is not marked as spam', async ({ page }) => {
  const name = newName();
  await page.clock.install();
  await visit(page, 'en');
  await fillIn(page, name);
  await page.clock.fastForward(30_000);
  await submit(page).click();
  await expect.poll(() => leadsOf(name)).toMatchObject([{ spam: false }]);
});

test('without script the page confirms a sent form, or explains a refused one, in its language', async ({
  scriptless,
}) => {
  const name = newName();
  await scriptless.goto('/?lang=ru');
  await fillIn(scriptless, name);
  await submit(scriptless).click();
  await expect(scriptless).toHaveURL('/?lang=ru#sent');
  await expect(success(scriptless)).toContainText(words.ru.contact.successTitle);
  await expect(success(scriptless)).toBeInViewport();
  expect(await leadsOf(name)).toMatchObject([{ phone, email: null, language: 'ru', spam: false }]);

  await fillIn(scriptless, '   ');
  await submit(scriptless).click();
  await expect(scriptless).toHaveURL('/?lang=ru#not-sent');
  await expect(failure(scriptless)).toContainText(words.ru.contact.errorDescription);
  await expect(failure(scriptless).getByRole('link')).toHaveAttribute('href', links.telegramAdmin);
});

test('a sent form leaves no data on the device, and no request goes to another site', async ({
  page,
  context,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await visit(page, 'en');
  await fillIn(page, 'Nodira Traceless', 'nodira@example.com');
  await submit(page).click();
  await expect(success(page)).toContainText(contact.successTitle);
  const kept = await page.evaluate(async () =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, await caches.keys()]),
  );
  expect(kept).not.toMatch(/Nodira|998|magistratura/i);
  expect(await context.cookies()).toEqual([]);
  const { origin } = new URL(page.url());
  expect(requests.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
});
