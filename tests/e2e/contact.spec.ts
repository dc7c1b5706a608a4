import { links } from '../../content/links.ts';
import { languageCodes } from '../../contract/languages.ts';
import { submissionLimits, submissionPath } from '../../contract/submission.ts';
import { hold } from '../hold.ts';
import { onThePhone } from '../on-the-phone.ts';
import { expect, test, visit } from './fixtures.ts';
import { fillIn, newName, submit } from './form.ts';
import { words } from './words.ts';

for (const language of languageCodes) {
  test(`three ways to get in touch and the promo card in ${language}`, async ({ reading }) => {
    const { contact } = words[language];
    const page = await reading(language);
    const section = page.getByRole('region', { name: contact.title });
    const { telegram, channel, email } = contact.cards;
    const cards = [
      [telegram, links.telegramAdmin],
      [channel, links.telegramChannel],
      [email, `mailto:${links.email}`],
    ] as const;
    for (const [{ title, text }, address] of cards) {
      const card = section.getByRole('listitem').getByRole('link', { name: title });
      await expect(card).toHaveAttribute('href', address);
      await expect(card).toContainText(text);
    }
    const promo = section.getByRole('complementary', { name: contact.promo.title });
    await expect(promo.getByText(contact.promo.text)).toBeVisible();
    await expect(promo.getByRole('link', { name: contact.promo.button })).toHaveAttribute(
      'href',
      links.consultationForm,
    );
  });

  test(`Telegram is the first and largest card in ${language}, every address can be read`, async ({
    reading,
  }) => {
    const { contact, newTab } = words[language];
    const page = await reading(language);
    const cards = page.getByRole('region', { name: contact.title }).getByRole('listitem').getByRole('link');
    await expect(cards).toHaveCount(3);
    await expect(cards.nth(0)).toContainText(links.telegramAdmin.replace('https://', ''));
    await expect(cards.nth(1)).toContainText(links.telegramChannel.replace('https://', ''));
    await expect(cards.nth(2)).toContainText(links.email);
    const [telegram = 0, ...others] = await cards.evaluateAll((all) => all.map((card) => card.clientHeight));
    for (const other of others) expect(telegram).toBeGreaterThan(other * 1.25);
    // A mail program is no tab.
    await expect(cards.filter({ hasText: newTab })).toHaveCount(2);
    await expect(cards.nth(2).locator('[href="#d-outward"]')).toHaveCount(0);
  });

  test(`the form's fields are labelled, marked and limited in ${language}`, async ({ reading }) => {
    const { contact } = words[language];
    const page = await reading(language);
    const form = page.getByRole('form', { name: contact.formTitle });
    const described = await form.getByRole('textbox').evaluateAll((fields) =>
      (fields as (HTMLInputElement | HTMLTextAreaElement)[]).map((field) => ({
        label: field.labels?.[0]?.textContent,
        name: field.name,
        type: field.type,
        required: field.required,
        placeholder: field.placeholder,
        most: field.maxLength,
        rows: 'rows' in field ? field.rows : 1,
      })),
    );
    for (const { name, required } of described)
      await expect(form.locator(`[name=${name}]`)).toHaveAccessibleName(required ? / \*$/ : /[^*]$/);
    const { name, phone, email, message } = submissionLimits;
    expect(described).toEqual([
      {
        label: contact.name,
        name: 'name',
        type: 'text',
        required: true,
        placeholder: contact.namePlaceholder,
        most: name,
        rows: 1,
      },
      {
        label: contact.phone,
        name: 'phone',
        type: 'tel',
        required: true,
        placeholder: '+998 XX XXX XX XX',
        most: phone,
        rows: 1,
      },
      {
        label: contact.email,
        name: 'email',
        type: 'email',
        required: false,
        placeholder: contact.emailPlaceholder,
        most: email,
        rows: 1,
      },
      {
        label: contact.message,
        name: 'message',
        type: 'textarea',
        required: true,
        placeholder: contact.messagePlaceholder,
        most: message,
        rows: 4,
      },
    ]);
    await expect(form.getByRole('button', { name: contact.submit })).toBeEnabled();
    await expect(form.getByRole('link', { name: contact.privacyLink })).toHaveAttribute(
      'href',
      language === 'uz' ? '/privacy' : `/privacy?lang=${language}`,
    );
  });
}

test(
  'the trap for robots is out of reach for people, their keyboards and their autofill',
  onThePhone,
  async ({ reading }) => {
    const page = await reading('uz');
    const trap = page.locator('input[name="extra_note"]');
    await expect(trap).toHaveAttribute('autocomplete', 'off');
    await expect(trap).toHaveAttribute('tabindex', '-1');
    const box = await trap.locator('..').boundingBox();
    expect(box?.width).toBeLessThanOrEqual(1);
    await expect(page.getByRole('textbox', { includeHidden: false })).toHaveCount(4);
  },
);

test('what is typed before React arrives is kept', onThePhone, async ({ page }) => {
  const release = await hold(page, '**/assets/entry-client-*.js');
  // The script may be asked for before the page counts as loaded, and is held.
  await page.goto('/?lang=en', { waitUntil: 'domcontentloaded' });
  const name = page.getByRole('textbox', { name: words.en.contact.name });
  await name.fill('Aziza');
  await expect(page.locator('html')).not.toHaveClass(/hydrated/);
  release();
  await expect(page.locator('html')).toHaveClass(/hydrated/);
  await expect(name).toHaveValue('Aziza');
});

test('what the form says of a failure moves neither the button nor the fields above it', async ({
  page,
  complaints,
}) => {
  await page.route(`**${submissionPath}`, (route) => route.fulfill({ status: 503 }));
  for (const language of languageCodes) {
    await test.step(language, async () => {
      await visit(page, language);
      await fillIn(page, newName());
      const places = () =>
        page.getByRole('form').evaluate((form) => {
          const { top } = form.getBoundingClientRect();
          const all = form.querySelectorAll('input[required], textarea, button');
          return [...all].map((element) => Math.round(element.getBoundingClientRect().top - top));
        });
      const before = await places();
      await submit(page).click();
      await expect(
        page.getByRole('form').getByRole('link', { name: words[language].contact.errorTelegram }),
      ).toBeVisible();
      expect(await places()).toEqual(before);
    });
  }
  complaints.provoked(/503/, languageCodes.length);
});
