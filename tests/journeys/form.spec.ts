import { randomUUID } from 'node:crypto';
import { submissionPath } from '../../contract/submission.ts';
import { words } from '../e2e/words.ts';
import { leadsOf } from '../stored-leads.ts';
import { expect, onThePhone, test } from './journey.ts';
import type { Network } from './network.ts';
import type { Visitor } from './visitor.ts';

const { contact } = words.en;
const submission = new RegExp(submissionPath);
const submit = 'form [type="submit"]';
/** Short: every letter is typed, in every engine. */
const newName = () => `Aziza ${randomUUID().slice(0, 8)}`;
/** Another way than the form, once that has failed. */
const instead = 'form a[target]';
const told = (visitor: Visitor) => visitor.read('[role="alert"] > *, [role="status"] > *');

async function fillIn(visitor: Visitor, name: string): Promise<void> {
  await visitor.fill('[name="name"]', name);
  await visitor.fill('[name="phone"]', '+998 90 123 45 67');
  await visitor.fill('[name="message"]', 'Italiya?');
}
const values = (visitor: Visitor) =>
  visitor.evaluate(() =>
    ['name', 'phone', 'email', 'message'].map(
      (name) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value,
    ),
  );
/** A question that has left and not arrived yet. */
async function onItsWay(visitor: Visitor, network: Network) {
  const name = newName();
  const arrive = network.hold(submission);
  await visitor.visit('/?lang=en');
  await fillIn(visitor, name);
  await visitor.click(submit);
  await expect.poll(() => visitor.read(submit)).toEqual([contact.sending]);
  return { name, arrive };
}
const hasFocus = (visitor: Visitor, selector: string) =>
  visitor.evaluate((selector) => document.activeElement?.matches(selector), selector);

test('a question is sent: it is stored, the visitor is told, the fields are empty', async ({ visitor }) => {
  const name = newName();
  await visitor.visit('/?lang=en');
  await fillIn(visitor, name);
  await visitor.click(submit);
  await expect.poll(() => told(visitor)).toEqual([expect.stringContaining(contact.successTitle)]);
  expect(await values(visitor)).toEqual(['', '', '', '']);
  expect(await leadsOf(name)).toMatchObject([{ phone: '+998 90 123 45 67', message: 'Italiya?' }]);
});

test(
  'while it is sent the button keeps the focus, and a second press sends nothing more',
  onThePhone,
  async ({ visitor, network }) => {
    const name = newName();
    const arrive = network.hold(submission);
    await visitor.visit('/?lang=en');
    await fillIn(visitor, name);
    await visitor.evaluate((submit) => document.querySelector<HTMLElement>(submit)?.focus(), submit);
    await visitor.press('Enter');
    await expect.poll(() => visitor.read(submit)).toEqual([contact.sending]);
    expect(await hasFocus(visitor, submit)).toBe(true);
    await visitor.press('Enter');
    arrive();
    await expect.poll(() => told(visitor)).toHaveLength(1);
    expect(await hasFocus(visitor, submit)).toBe(true);
    expect(await leadsOf(name)).toHaveLength(1);
  },
);

test(
  'what is written while a question is on its way is not lost when it arrives',
  onThePhone,
  async ({ visitor, network }) => {
    const { name, arrive } = await onItsWay(visitor, network);
    await visitor.fill('[name="email"]', 'aziza@example.com');
    arrive();
    await expect.poll(() => told(visitor)).toEqual([expect.stringContaining(contact.successTitle)]);
    expect(await values(visitor)).toEqual([name, '+998 90 123 45 67', 'aziza@example.com', 'Italiya?']);
  },
);

test(
  'who leaves while a question is on its way has sent it, and who comes back can send another',
  onThePhone,
  async ({ visitor, network }) => {
    const { name, arrive } = await onItsWay(visitor, network);
    await visitor.click('footer a', words.en.footer.privacy);
    await expect.poll(() => visitor.read('h1')).toEqual([words.en.legal.privacy.title]);
    arrive();
    await expect.poll(() => leadsOf(name)).toHaveLength(1);
    await visitor.evaluate(() => void setTimeout(() => history.back(), 50));
    await expect.poll(() => visitor.read(submit)).toEqual([contact.submit]);
    await visitor.alive();
    const next = newName();
    // A browser that did not keep the page has made it anew, with what was typed.
    await visitor.evaluate(() => document.querySelector('form')?.reset());
    await fillIn(visitor, next);
    await visitor.click(submit);
    await expect.poll(() => leadsOf(next)).toHaveLength(1);
    expect(await leadsOf(name)).toHaveLength(1);
  },
);

test(
  'a service that refuses: the visitor is told, in the language that is chosen then, gets another way, and keeps the text',
  onThePhone,
  async ({ visitor, network }) => {
    network.answer(submission, 503);
    await visitor.visit('/?lang=en');
    await visitor.click('[name="message"]');
    await test.step('a field that takes no more says so, until there is room again', async () => {
      // As a paste does it. In lines, which some engines count otherwise, and with an emoji at the end, of which half would fit.
      const paste = (text: string) =>
        visitor.evaluate((text) => {
          document.execCommand('selectAll');
          document.execCommand('insertText', false, text);
        }, text);
      await paste(`${'abc \u{1F600}\n'.repeat(41)}${'\u{1F600}'.repeat(2500)}`);
      await expect
        .poll(() => visitor.read('[name="message"] ~ p'))
        .toEqual([contact.full.replace('{limit}', '5000')]);
      await paste('Salom. ');
      await expect.poll(() => visitor.read('[name="message"] ~ p')).toEqual([]);
    });
    await fillIn(visitor, 'Aziza');
    await visitor.click(submit);
    await expect.poll(() => told(visitor)).toEqual([expect.stringContaining(contact.errorTitle)]);
    // The focus holds it for as long as the test takes.
    await visitor.evaluate(() => document.querySelector<HTMLElement>('[role="alert"] button')?.focus());
    expect(await visitor.read(instead)).toEqual([expect.stringContaining(contact.errorTelegram)]);
    expect(await values(visitor)).toEqual(['Aziza', '+998 90 123 45 67', '', 'Salom. Italiya?']);

    await visitor.evaluate(() => document.querySelector<HTMLElement>('[data-language="ru"]')?.click());
    await expect.poll(() => told(visitor)).toEqual([expect.stringContaining(words.ru.contact.errorTitle)]);
    expect(await visitor.read(instead)).toEqual([expect.stringContaining(words.ru.contact.errorTelegram)]);
  },
);

test(
  'offline it is told as well, though nothing more can be fetched; online it is sent',
  onThePhone,
  async ({ visitor, network }) => {
    const name = newName();
    await visitor.visit('/?lang=en');
    await network.goOffline();
    await fillIn(visitor, name);
    await visitor.click(submit);
    await expect.poll(() => told(visitor)).toEqual([expect.stringContaining(contact.errorTitle)]);
    expect((await values(visitor))[0]).toBe(name);

    await network.goOnline();
    await visitor.click(submit);
    await expect.poll(() => told(visitor)).toContainEqual(expect.stringContaining(contact.successTitle));
    expect(await leadsOf(name)).toHaveLength(1);
  },
);

test(
  'a step back from a language that was chosen before script was there finds what was typed',
  onThePhone,
  async ({ visitor, network }) => {
    network.answer(/entry-client/, 404);
    await visitor.go('/');
    await fillIn(visitor, 'Aziza');
    await visitor.click('[data-language="ru"]');
    await expect.poll(() => visitor.evaluate(() => document.documentElement.lang)).toBe('ru');
    await visitor.evaluate(() => void setTimeout(() => history.back(), 50));
    await expect.poll(() => values(visitor)).toEqual(['Aziza', '+998 90 123 45 67', '', 'Italiya?']);
  },
);

test('the first faulty field comes into sight from under the header, with what is wrong', async ({
  visitor,
}) => {
  await visitor.visit('/?lang=en');
  // Submitted from where the fields are out of sight.
  await visitor.settled();
  await visitor.scrollTo((await visitor.place(submit)).top - 200);
  await visitor.click(submit);
  await expect.poll(() => hasFocus(visitor, '[name="name"]')).toBe(true);
  // The way there is smooth, and on a busy machine begins late.
  const header = await visitor.place('header');
  await expect
    .poll(async () => (await visitor.place('form label')).top)
    .toBeGreaterThanOrEqual(header.bottom);
  expect(await visitor.read('[name="name"] ~ p')).toEqual([contact.required]);
});

test(
  'without script the form is posted, and the page says that it was sent',
  onThePhone,
  async ({ visitor, network }) => {
    const name = newName();
    network.forbidScript();
    await visitor.go('/?lang=en');
    await fillIn(visitor, name);
    await visitor.click(submit);
    await expect.poll(() => visitor.read(':target')).toEqual([expect.stringContaining(contact.successTitle)]);
    expect(await leadsOf(name)).toHaveLength(1);
  },
);
