/** Toasts: duration, position and closing. */
import type { Page } from '@playwright/test';
import { languages } from '#contract/languages.ts';
import { test as base, expect, visit } from './fixtures.ts';
import { accept, failure, fillIn, newName, refuse, submit, success } from './form.ts';
import { words } from './words.ts';

const { toasts: toastWords, contact, language } = words.en;
const toasts = (page: Page) => page.getByRole('region', { name: toastWords.label });
const close = (page: Page) => toasts(page).getByRole('button', { name: toastWords.close });

/** Waits for React's effects: a toast's timer starts in a later task than the one that renders it. */
const effectsRun = (page: Page) =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(null);
      });
    }
  });

/** `send` submits the form to a service that is down. The clock stands still until the test moves it. */
const test = base.extend<{ send: () => Promise<void> }>({
  send: async ({ page, consoleErrors }, use) => {
    await page.clock.install();
    await refuse(page);
    await visit(page, 'en');
    await fillIn(page, newName());
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await use(async () => {
      await submit(page).click();
      // A pointer over the toast would keep it open.
      await page.mouse.move(5, 700);
      await expect(close(page)).toHaveCount(1);
      await expect(submit(page)).toBeEnabled();
      await effectsRun(page);
    });
    consoleErrors.expected(/500/);
  },
});

test('a toast is 356 px wide if the screen allows it, and fully visible', async ({ page, send }) => {
  await send();
  for (const { screen, toast } of [
    { screen: 360, toast: 328 },
    { screen: 1440, toast: 356 },
  ]) {
    await page.setViewportSize({ width: screen, height: 740 });
    const shown = failure(page).locator('> *');
    expect((await shown.boundingBox())?.width).toBe(toast);
    await expect(shown).toBeInViewport({ ratio: 1 });
  }
});

test('a toast disappears after five seconds, but not while it is hovered or focused', async ({
  page,
  send,
}) => {
  const title = page.getByText(contact.errorTitle, { exact: true }).last();
  await send();
  await page.clock.runFor(4_999);
  await expect(close(page)).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(close(page)).toHaveCount(0);

  await send();
  await title.hover();
  await effectsRun(page);
  await page.clock.runFor(20_000);
  await expect(close(page)).toHaveCount(1);
  await page.mouse.move(5, 700);
  await effectsRun(page);
  await page.clock.runFor(5_000);
  await expect(close(page)).toHaveCount(0);

  await send();
  await close(page).focus();
  await effectsRun(page);
  await page.clock.runFor(20_000);
  await expect(close(page)).toHaveCount(1);
  await close(page).blur();
  await effectsRun(page);
  await page.clock.runFor(5_000);
  await expect(close(page)).toHaveCount(0);
});

test('the button and Escape close a toast, and the focus returns to the form', async ({ page, send }) => {
  await send();
  await close(page).click();
  await expect(close(page)).toHaveCount(0);
  await expect(submit(page)).toBeFocused();
  await send();
  await close(page).focus();
  await page.keyboard.press('Escape');
  await expect(close(page)).toHaveCount(0);
  await expect(submit(page)).toBeFocused();
});

test('the form still shows the outcome after the toast is gone, and a success replaces a failure', async ({
  page,
  send,
}) => {
  const form = page.getByRole('form');
  await send();
  await page.clock.runFor(5_000);
  await expect(close(page)).toHaveCount(0);
  await expect(form.getByText(contact.errorTitle, { exact: true })).toBeVisible();
  await expect(form.getByText(contact.errorDescription)).toBeVisible();

  await accept(page);
  await send();
  await expect(success(page)).toBeVisible();
  await expect(failure(page)).toBeHidden();
  await page.clock.runFor(5_000);
  await expect(close(page)).toHaveCount(0);
  const thanks = form.getByText(contact.successTitle, { exact: true });
  await expect(thanks).toBeVisible();
  await form.getByLabel(contact.message).pressSequentially('A');
  await expect(thanks).toHaveCount(0);
});

base('a language that fails to load is reported until another one loads', async ({ page }) => {
  await page.clock.install();
  await page.route('**/assets/landing.ru.*.json', () => {});
  await visit(page, 'en');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByRole('link', { name: languages.ru.name }).click();
  await page.clock.runFor(15_000);
  await expect(failure(page)).toContainText(language.errorTitle);
  await page.getByRole('link', { name: languages.uz.name }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'uz');
  await expect(failure(page)).toBeHidden();
});
