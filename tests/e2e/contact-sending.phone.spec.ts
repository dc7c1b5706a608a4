/** What the form sends, how often, and under which key. */
import { submissionPath } from '../../contract/submission.ts';
import { withoutMotion } from '../axe.ts';
import { hold } from '../hold.ts';
import { expect, test, visit } from './fixtures.ts';
import {
  errorNotice,
  fields,
  fillIn,
  message,
  newName,
  phone,
  submit,
  successNotice,
  values,
  watchRequests,
} from './form.ts';
import { words } from './words.ts';

const { contact } = words.en;

test.beforeEach(withoutMotion);

test('the payload is exactly the four fields, trimmed, an empty e-mail null, the rest in headers; while it is sent the button shows it, and a second click or Enter sends nothing more', async ({
  page,
  leadsOf,
}) => {
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
  await expect(successNotice(page)).toBeVisible();
  await expect(submit(page)).toHaveText(words.ru.contact.submit);
  expect(await leadsOf(name)).toHaveLength(1);

  expect(requests).toHaveLength(1);
  const [request] = requests;
  expect(request?.method()).toBe('POST');
  expect(request?.postDataJSON()).toEqual({
    name,
    phone,
    email: null,
    message,
  });
  expect(request?.headers()).toMatchObject({
    'content-type': 'application/json',
    'content-language': 'ru',
    'idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/),
    'x-form-age': expect.stringMatching(/^\d+$/),
  });
  expect(request?.headers()).not.toHaveProperty('x-form-trap');
  expect((await request?.response())?.status()).toBe(201);
});

test('after a network failure it is tried once more with the same key', async ({
  page,
  complaints,
  leadsOf,
}) => {
  const name = newName();
  const requests = watchRequests(page);
  // The request arrives and is stored; only its answer is lost on the way.
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
  await expect(successNotice(page)).toContainText(contact.successTitle);
  expect(requests).toHaveLength(2);
  expect(new Set(requests.map((request) => request.headers()['idempotency-key'])).size).toBe(1);
  expect(await leadsOf(name)).toHaveLength(1);
  complaints.provoked(/ERR_FAILED/, 1);
});

test('without a network it gives up after the second try; sent again, the same text has the same key', async ({
  page,
  complaints,
}) => {
  const requests = watchRequests(page);
  await page.route(`**${submissionPath}`, (route) => route.abort());
  await visit(page, 'en');
  await fillIn(page, 'Aziza');
  await submit(page).click();
  await expect(errorNotice(page)).toContainText(contact.errorTitle);
  expect(requests).toHaveLength(2);

  await submit(page).click();
  await expect.poll(() => requests.length).toBe(4);
  await expect(submit(page)).toBeEnabled();
  await fields(page).last().fill('Another text');
  await submit(page).click();
  await expect.poll(() => requests.length).toBe(6);
  const keys = requests.map((request) => request.headers()['idempotency-key']);
  expect(new Set(keys.slice(0, 4)).size).toBe(1);
  expect(keys[4]).not.toBe(keys[0]);
  await expect(submit(page)).toBeEnabled();
  complaints.provoked(/net::ERR_/);
});

test('a page in the place of the service’s answer is no success; what a program then fills in without telling of input is a text of its own, and is not lost', async ({
  page,
  leadsOf,
}) => {
  const name = newName();
  const write = (text: string) =>
    fields(page)
      .last()
      .evaluate((field: HTMLTextAreaElement, text) => {
        field.value = text;
        field.dispatchEvent(new Event('change', { bubbles: true }));
      }, text);
  // Stored, but a network shows a page of its own in the place of the service's answer: the visitor hears that it failed.
  await page.route(
    `**${submissionPath}`,
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Wi-Fi: sign in</h1>' });
    },
    { times: 1 },
  );
  await visit(page, 'en');
  await fillIn(page, name);
  await submit(page).click();
  await expect(errorNotice(page)).toContainText(contact.errorTitle);
  expect(await values(page)).toEqual([name, phone, '', message]);
  await write('Second');
  // And while this one is on its way, a third is written.
  await page.route(`**${submissionPath}`, async (route) => {
    await write('Third');
    await route.continue();
  });
  await submit(page).click();
  await expect(successNotice(page)).toContainText(contact.successTitle);
  expect((await leadsOf(name)).map((lead) => lead.message).sort()).toEqual([message, 'Second'].sort());
  expect((await values(page)).at(-1)).toBe('Third');
});

test('a second click that finds the form sent and empty says nothing of empty fields', async ({ page }) => {
  await visit(page);
  await fillIn(page, newName());
  await submit(page).evaluate((button: HTMLElement) => {
    button.closest('form')?.addEventListener('reset', () => setTimeout(() => button.click(), 80));
  });
  await submit(page).click();
  await expect(successNotice(page)).toBeVisible();
  await page.waitForTimeout(1200);
  await expect(page.locator('form [aria-invalid]')).toHaveCount(0);
  // Who sends nothing later is told.
  await submit(page).click();
  await expect(page.locator('form [aria-invalid]')).toHaveCount(3);
});

test('neither a character that nobody sees, and the service refuses, nor an address that cannot be rewritten holds a question back', async ({
  page,
  complaints,
  leadsOf,
}) => {
  const name = newName();
  await visit(page, 'en', '/', 'aloqa');
  await page.evaluate(() => {
    history.replaceState = () => {
      throw new DOMException('another origin', 'SecurityError');
    };
  });
  await fillIn(page, name);
  await fields(page).last().focus();
  await page.evaluate(() => document.execCommand('insertText', false, '\0 Grazie'));
  expect((await values(page)).at(-1)).toContain('\0');
  await submit(page).click();
  await expect(successNotice(page)).toContainText(contact.successTitle);
  await expect(submit(page)).toHaveText(contact.submit);
  expect(await leadsOf(name)).toMatchObject([{ message: `${message} Grazie` }]);
  complaints.provoked(/another origin/, 1);
});

test('a line that is dead is tried twice under one key, and told of within half a minute; the words stay', async ({
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
  await expect(errorNotice(page)).toContainText(contact.errorTitle);
  expect(await values(page)).toEqual([name, phone, '', message]);
  const keys = requests.map((request) => request.headers()['idempotency-key']);
  expect(keys[1]).toBe(keys[0]);
});
