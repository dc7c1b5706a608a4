import type { Page } from '@playwright/test';
import { languages } from '../../contract/languages.ts';
import { submissionPath } from '../../contract/submission.ts';
import { test as base, expect, visit } from './fixtures.ts';
import { errorNotice, fillIn, newName, submit, successNotice } from './form.ts';
import { words } from './words.ts';

const { notices, contact, language } = words.en;
const list = (page: Page) => page.getByRole('region', { name: notices.label });
const close = (page: Page) => list(page).getByRole('button', { name: notices.close });

/** React starts a notice's timer in a task of its own; on a busy machine that is well after the notice is seen. */
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

/** Sends the form to a service that is down; time stands still and is moved by hand. */
const test = base.extend<{ provoke: () => Promise<void> }>({
  provoke: async ({ page, complaints }, use) => {
    await page.clock.install();
    let looked = Promise.withResolvers<void>();
    await page.route(`**${submissionPath}`, async (route) => {
      await looked.promise;
      await route.fulfill({ status: 503 });
    });
    await visit(page, 'en');
    await fillIn(page, newName());
    await page.clock.pauseAt(Date.now() + 3_600_000);
    let sent = 0;
    await use(async () => {
      sent++;
      looked = Promise.withResolvers();
      await submit(page).click();
      // What was told of the last time is taken back at once: what comes now is seen to come.
      await expect(close(page)).toHaveCount(0);
      // On a phone the notice may come up just there, and would be held.
      await page.mouse.move(5, 700);
      looked.resolve();
      await expect(close(page)).toHaveCount(1);
      await expect(submit(page)).toBeEnabled();
      await effectsRun(page);
    });
    complaints.provoked(/503/, sent);
  },
});

test('a notice is 356 px wide where the screen is, lies in it, and errors are assertive; all of it can be reached on low screens, and zoomed in', async ({
  page,
  provoke,
}) => {
  await provoke();
  for (const { screen, notice } of [
    { screen: 360, notice: 328 },
    { screen: 1440, notice: 356 },
  ]) {
    await page.setViewportSize({ width: screen, height: 740 });
    const shown = errorNotice(page).locator('> *');
    expect((await shown.boundingBox())?.width).toBe(notice);
    await expect(shown).toBeInViewport({ ratio: 1 });
  }
  await expect(errorNotice(page)).toContainText(contact.errorTitle);

  for (const { screen, scale, wide } of [
    { screen: { width: 360, height: 740 }, scale: 2, wide: 328 },
    { screen: { width: 740, height: 360 }, scale: 5, wide: 356 },
  ]) {
    await test.step(`whoever has zoomed in ${scale} times sees it all the same, as large as without`, async () => {
      await page.setViewportSize(screen);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Emulation.setPageScaleFactor', { pageScaleFactor: scale });
      await expect.poll(() => page.evaluate(() => window.visualViewport?.scale)).toBeCloseTo(scale);
      const [left, top, right, bottom, width] = await errorNotice(page)
        .locator('> *')
        .evaluate((notice) => {
          const box = notice.getBoundingClientRect();
          const seen = window.visualViewport as VisualViewport;
          return [
            box.left - seen.offsetLeft,
            box.top - seen.offsetTop,
            seen.offsetLeft + seen.width - box.right,
            seen.offsetTop + seen.height - box.bottom,
            box.width * seen.scale,
          ];
        });
      for (const room of [left, top, right, bottom]) expect(room).toBeGreaterThanOrEqual(0);
      expect(width).toBeCloseTo(wide);
      await devtools.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
      await expect.poll(() => page.evaluate(() => window.visualViewport?.scale)).toBeCloseTo(1);
    });
  }

  for (const { width, height, text } of [
    { width: 740, height: 360, text: 32 },
    { width: 320, height: 568, text: 32 },
    // 1280 × 800 at 400 %.
    { width: 320, height: 200, text: 16 },
  ]) {
    await test.step(`${width} × ${height} with text at ${text} px`, async () => {
      await page.setViewportSize({ width, height });
      await page.evaluate((text) => (document.documentElement.style.fontSize = `${text}px`), text);
      const end = errorNotice(page).getByText(contact.errorDescription);
      for (const block of ['start', 'end'] as const) {
        await end.evaluate((text, block) => text.scrollIntoView({ block }), block);
        const bottom = await end.evaluate((text) => text.getBoundingClientRect().bottom);
        if (block === 'end') expect(bottom).toBeLessThanOrEqual(height);
        await expect(close(page)).toBeInViewport({ ratio: 0.98 });
      }
    });
  }
});

test('it goes away after five seconds; with the pointer moving or the focus in it, it stays, and they begin when that leaves', async ({
  page,
  provoke,
  complaints,
}) => {
  await provoke();
  await page.clock.runFor(4_999);
  await expect(close(page)).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(close(page)).toHaveCount(0);

  await provoke();
  await page.getByText(contact.errorTitle, { exact: true }).last().hover();
  await effectsRun(page);
  await page.clock.runFor(20_000);
  await expect(close(page)).toHaveCount(1);
  await page.mouse.move(5, 700);
  await effectsRun(page);
  await page.clock.runFor(4_999);
  await expect(close(page)).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(close(page)).toHaveCount(0);

  await provoke();
  await close(page).focus();
  // Nor does a pointer that comes and goes take it away from the focus.
  await page.getByText(contact.errorTitle, { exact: true }).last().hover();
  await page.mouse.move(5, 700);
  await effectsRun(page);
  await page.clock.runFor(20_000);
  await expect(close(page)).toHaveCount(1);
  await close(page).blur();
  await effectsRun(page);
  await page.clock.runFor(5_000);
  await expect(close(page)).toHaveCount(0);

  await test.step('a pointer that only rests where it comes up does not hold it', async () => {
    await page.mouse.move(180, 120);
    await page.route(`**${submissionPath}`, (route) => route.fulfill({ status: 500 }), { times: 1 });
    await submit(page).press('Enter');
    await page.clock.runFor(1);
    await expect(close(page)).toHaveCount(1);
    await expect.poll(() => errorNotice(page).locator(':hover').count()).toBeGreaterThan(0);
    await effectsRun(page);
    await page.clock.runFor(5_000);
    await expect(close(page)).toHaveCount(0);
    complaints.provoked(/500/, 1);
  });

  await test.step('what is told while the visitor is in another app waits until they are back', async () => {
    const leave = (hidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await leave(true);
    await provoke();
    await page.clock.runFor(60_000);
    await expect(close(page)).toHaveCount(1);
    await leave(false);
    await page.clock.runFor(4_999);
    await expect(close(page)).toHaveCount(1);
    await page.clock.runFor(1);
    await expect(close(page)).toHaveCount(0);
  });

  await test.step('tried again it is told again, once, and for as long', async () => {
    await provoke();
    await page.clock.runFor(4_000);
    await provoke();
    await page.clock.runFor(4_999);
    await expect(close(page)).toHaveCount(1);
    await page.clock.runFor(1);
    await expect(close(page)).toHaveCount(0);
  });
});

test('a failure stays in the form when its notice is gone, with the way out after the button, until a message is sent; that stays until the next is begun', async ({
  page,
  provoke,
}) => {
  const form = page.getByRole('form');
  /** How far down in the form the button stands, wherever the page is scrolled to. */
  const place = () =>
    submit(page).evaluate(
      (button: HTMLButtonElement) =>
        button.getBoundingClientRect().top - (button.form?.getBoundingClientRect().top ?? Number.NaN),
    );
  const before = await place();
  await provoke();
  // It may lie over the button, and who presses that once more does not want to be sent away.
  await expect(errorNotice(page).getByRole('link')).toHaveCount(0);
  await page.clock.runFor(5_000);
  await expect(close(page)).toHaveCount(0);
  await expect(form.getByText(contact.errorTitle, { exact: true })).toBeVisible();
  await expect(form.getByText(contact.errorDescription)).toBeVisible();
  expect(await place()).toBeCloseTo(before);
  await submit(page).focus();
  await page.keyboard.press('Tab');
  await expect(form.getByRole('link', { name: contact.errorTelegram })).toBeFocused();

  await page.unroute(`**${submissionPath}`);
  await submit(page).click();
  await page.clock.runFor(1);
  await expect(successNotice(page)).toBeVisible();
  await expect(form.getByText(contact.errorTitle, { exact: true })).toHaveCount(0);
  await effectsRun(page);
  await page.clock.runFor(5_000);
  await expect(close(page)).toHaveCount(0);
  const thanks = form.getByText(contact.successTitle, { exact: true });
  await expect(thanks).toBeVisible();
  await expect(form.getByText(contact.successDescription)).toBeVisible();
  expect(await place()).toBeCloseTo(before);
  await form.getByLabel(contact.message).pressSequentially('A');
  await expect(thanks).toHaveCount(0);
});

test('it can be closed, so that the focus goes back; a success withdraws the failure before it, and a failure the success', async ({
  page,
  provoke,
  complaints,
}) => {
  await provoke();
  await close(page).click();
  await expect(close(page)).toHaveCount(0);
  await expect(submit(page)).toBeFocused();
  await provoke();
  for (const key of ['Enter', 'Escape']) {
    await close(page).focus();
    await page.keyboard.press(key);
    await expect(close(page)).toHaveCount(0);
    await expect(submit(page)).toBeFocused();
    await provoke();
  }

  await provoke();
  await page.unroute(`**${submissionPath}`);
  await submit(page).click();
  await page.clock.runFor(1);
  await expect(successNotice(page)).toBeVisible();
  await expect(errorNotice(page)).toBeHidden();

  // The next press finds the form empty, and says so: the success would contradict it.
  await page.clock.runFor(1500);
  await submit(page).click();
  await expect(successNotice(page)).toBeHidden();

  await page.route(`**${submissionPath}`, (route) => route.fulfill({ status: 500 }));
  await fillIn(page, newName());
  await submit(page).click();
  await page.clock.runFor(1);
  await expect(errorNotice(page)).toBeVisible();
  await expect(successNotice(page)).toBeHidden();
  complaints.provoked(/500/, 1);
});

// Every language names the minutes: content/dictionaries.test.ts.
base('who has to wait is told for how many minutes', async ({ page, complaints }) => {
  await page.route(`**${submissionPath}`, (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '130' } }),
  );
  await visit(page, 'ru');
  await fillIn(page, newName());
  await submit(page).click();
  const { errorDescription, waitHint } = words.ru.contact;
  await expect(errorNotice(page)).toContainText(`${errorDescription} ${waitHint.replace('{minutes}', '3')}`);
  complaints.provoked(/429/, 1);
});

base('a language that does not come is told of, and no longer once it is there', async ({ page }) => {
  const russian = page.getByRole('link', { name: languages.ru.name });
  await page.clock.install();
  await page.route('**/assets/ru-*.js*', () => {});
  await visit(page, 'en');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await russian.click();
  // The font is waited for on its own.
  await page.clock.runFor(14_999);
  await expect(errorNotice(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(errorNotice(page)).toContainText(language.errorTitle);

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('link', { name: languages.uz.name }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'uz');
  await expect(errorNotice(page)).toBeHidden();
});
