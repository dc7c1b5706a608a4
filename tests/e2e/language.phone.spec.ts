import type { Page } from '@playwright/test';
import { type Language, languageCodes, languages } from '../../contract/languages.ts';
import { anchors } from '../../site/sections/anchors.ts';
import { hold } from '../hold.ts';
import { expect, hydrated, test, visit } from './fixtures.ts';
import { words } from './words.ts';

const addresses: Record<Language, string> = { uz: '/', en: '/?lang=en', ru: '/?lang=ru' };
const choose = (page: Page, language: Language) =>
  page.getByRole('link', { name: languages[language].name }).click();

for (const language of languageCodes) {
  test(`the switch shows three flags with names and marks ${language} where it is read`, async ({
    reading,
  }) => {
    const page = await reading(language);
    const links = page.getByRole('list', { name: words[language].nav.language }).getByRole('link');
    await expect(links).toHaveCount(3);
    for (const [index, code] of languageCodes.entries()) {
      const link = links.nth(index);
      await expect(link).toHaveAccessibleName(new RegExp(languages[code].name));
      await expect(link).toContainText(code.toUpperCase());
      await expect(link).toHaveAttribute('lang', code);
      await expect(link).toHaveAttribute('href', addresses[code]);
      await expect(link.locator('svg')).toBeVisible();
      await expect(link.locator('use')).toHaveAttribute('href', new RegExp(`flag-${code}$`));
      if (code === language) await expect(link).toHaveAttribute('aria-current', 'true');
      else await expect(link).not.toHaveAttribute('aria-current');
    }
    const grounds = await links.evaluateAll((all) =>
      all.map((link) => getComputedStyle(link).backgroundColor),
    );
    expect(new Set(grounds).size, 'the current one stands out').toBe(2);
  });
}

test('switching is instant and loses nothing the visitor did', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(page, 'uz');
  await page.getByRole('button', { name: words.uz.process.next }).click();
  await page.getByRole('button', { name: words.uz.process.next }).click();
  await page.locator('summary').nth(4).click();
  const form = page.getByRole('form');
  const message = form.getByRole('textbox', { name: /^(Xabar|Message|Сообщение)/ });
  await form.getByRole('textbox').first().fill('Dilnoza');
  await message.fill('Magistratura haqida');
  const before = await page.evaluate(() => {
    Object.assign(window, { same: true });
    return { history: history.length };
  });
  await message.evaluate((field) => field.scrollIntoView({ block: 'center', behavior: 'instant' }));

  for (const language of ['ru', 'en', 'uz'] as const) {
    await choose(page, language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page).toHaveTitle(words[language].meta.title);
    await expect(page).toHaveURL(addresses[language]);
    // Texts above differ in length; what the visitor looks at stays on the screen.
    await expect(message).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('heading', { level: 1 })).toContainText(words[language].hero.titleFirst);
    await expect(form.getByRole('textbox', { name: words[language].contact.name })).toHaveValue('Dilnoza');
    await expect(message).toHaveValue('Magistratura haqida');
    await expect(message).toHaveAccessibleName(`${words[language].contact.message} *`);
    await expect(page.locator('details[open]')).toHaveCount(1);
    await expect(page.locator('details[open] p')).toHaveText(words[language].faq.items[4]?.answer ?? '');
    await expect(page.locator('[aria-current="step"]')).toHaveAccessibleName(
      words[language].process.steps[2]?.title ?? '',
    );
  }
  expect(await page.evaluate(() => ({ same: 'same' in window, history: history.length }))).toEqual({
    same: true,
    ...before,
  });
});

test('a language is seen to be on its way; that one did not come is still told when one comes that was chosen before it', async ({
  page,
  complaints,
}) => {
  await page.route(/\/assets\/en-/, (route) => route.abort());
  await visit(page, 'uz');
  const arrive = await hold(page, /\/assets\/ru-/);
  const arrived = page.waitForResponse(/\/assets\/ru-/);
  await choose(page, 'ru');
  const awaited = page.locator('[aria-busy]');
  await expect(awaited).toHaveAccessibleName(new RegExp(languages.ru.name));
  await expect(awaited).toHaveCSS('opacity', '0.5');
  await choose(page, 'en');
  await expect(awaited).toHaveCount(0);
  const notice = page.getByRole('alert').getByText(words.uz.language.errorTitle);
  // Held under the pointer it stays for as long as the test takes.
  await notice.hover();
  arrive();
  await (await arrived).finished();
  // Its letters are waited for, a second at most.
  await page.waitForTimeout(1100);
  await expect(notice).toBeVisible();
  complaints.tolerated(/ERR_FAILED/);
});

test('switching keeps where the visitor came from and the anchor', async ({ page }) => {
  await page.goto('/?utm_source=telegram&lang=en#faq');
  await hydrated(page);
  await choose(page, 'ru');
  await expect(page).toHaveURL('/?utm_source=telegram&lang=ru#faq');
  await choose(page, 'uz');
  await expect(page).toHaveURL('/?utm_source=telegram#faq');
});

test('the choice is remembered and applied to a bare address before anything is painted', async ({
  page,
}) => {
  const painted: string[] = [];
  await page.exposeFunction('painted', (address: string) => painted.push(address));
  await page.addInitScript(() => {
    const tell = (window as never as { painted(address: string): void }).painted;
    new PerformanceObserver(() => tell(location.pathname + location.search)).observe({
      type: 'paint',
      buffered: true,
    });
  });
  await visit(page, 'uz');
  await expect.poll(() => painted).toContain('/');
  await choose(page, 'ru');
  await expect(page).toHaveURL('/?lang=ru');

  painted.length = 0;
  await page.goto('/#faq');
  await expect(page).toHaveURL('/?lang=ru#faq');
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(words.ru.hero.titleFirst);
  await page.goto('/privacy');
  await expect(page).toHaveURL('/privacy?lang=ru');
  await hydrated(page);
  await expect.poll(() => new Set(painted)).toEqual(new Set(['/?lang=ru', '/privacy?lang=ru']));

  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ language: 'ru' });
  expect(await page.context().cookies()).toEqual([]);

  await test.step('an address that names its language is stronger', async () => {
    await visit(page, 'en');
    await expect(page).toHaveURL('/?lang=en');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});

test('the choice is applied also where only the storage of the tab is forbidden', async ({
  page,
  complaints,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    }),
  );
  await visit(page, 'uz');
  await choose(page, 'ru');
  await expect(page).toHaveURL('/?lang=ru');
  await page.goto('/');
  await expect(page).toHaveURL('/?lang=ru');
  await hydrated(page);
  complaints.tolerated(/forbidden/);
});

test('the choice is applied also where the browser no longer tells how the page was reached', async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(performance, 'getEntriesByType', { value: () => [] }));
  await visit(page, 'uz');
  await choose(page, 'ru');
  await expect(page).toHaveURL('/?lang=ru');
  await page.goto('/');
  await expect(page).toHaveURL('/?lang=ru');
});

test('going back to Uzbek works, also before React is there', async ({ page, complaints }) => {
  await visit(page, 'uz');
  await choose(page, 'ru');
  await choose(page, 'uz');
  await expect(page).toHaveURL('/');
  await choose(page, 'ru');
  await expect(page).toHaveURL('/?lang=ru');

  await page.route('**/assets/entry-client-*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page).toHaveURL('/?lang=ru');
  await choose(page, 'uz');
  await expect(page.locator('html')).toHaveAttribute('lang', 'uz');
  await expect(page).toHaveURL('/');
  complaints.provoked(/ERR_FAILED/);
});

test('whoever chooses a language before React is there goes on with the same section', async ({
  page,
  complaints,
}) => {
  await page.route('**/assets/entry-client-*.js', (route) => route.abort());
  await page.goto(`/#${anchors.contact}`);
  await choose(page, 'ru');
  await expect(page).toHaveURL(`/?lang=ru#${anchors.contact}`);
  await expect(page.locator(`#${anchors.contact}`).getByRole('heading').first()).toBeInViewport();
  await page.evaluate(() => scrollTo(0, 0));
  await choose(page, 'en');
  await expect(page).toHaveURL('/?lang=en');
  complaints.provoked(/ERR_FAILED/);
});

test('without script the switch is three links to the page in each language', async ({ scriptless }) => {
  for (const path of ['/', '/privacy', '/terms', '/no-such-page']) {
    await scriptless.goto(path);
    for (const language of ['en', 'ru', 'uz'] as const) {
      await choose(scriptless, language);
      await expect(scriptless.locator('html')).toHaveAttribute('lang', language);
      await expect(scriptless).toHaveURL((url) => url.pathname === path);
      await expect(scriptless.getByRole('link', { name: languages[language].name })).toHaveAttribute(
        'aria-current',
        'true',
      );
    }
  }
});

for (const path of ['/', '/privacy']) {
  test(`${path} has one address per language: others are redirected for good`, async ({ request }) => {
    const answers = await Promise.all(
      ['uz', 'de', '', 'EN', '../ru'].map((language) =>
        request.get(`${path}?lang=${language}`, { maxRedirects: 0 }),
      ),
    );
    for (const answer of answers) {
      expect(answer.status()).toBe(301);
      expect(answer.headers().location).toBe(path);
    }
  });
}

test('a step back keeps the language that was chosen last, and the address tells it', async ({ page }) => {
  await page.goto('/?lang=ru&utm_source=a%20b');
  await hydrated(page);
  await page.evaluate(() => {
    location.hash = '#jarayon';
  });
  await choose(page, 'uz');
  await expect(page).toHaveURL('/?utm_source=a+b#jarayon');
  await page.goBack();
  await expect(page).toHaveURL('/?utm_source=a+b');
  await expect(page.locator('html')).toHaveAttribute('lang', 'uz');
  await page.goForward();
  await expect(page).toHaveURL('/?utm_source=a+b#jarayon');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'uz');
});
