/** A visitor's journeys in Firefox and WebKit, for what engines do differently. tests/e2e tests the details in Chromium. */
import { randomUUID } from 'node:crypto';
import { submissionPath } from '../../contract/submission.ts';
import { words } from '../e2e/words.ts';
import { countsOf, leadsOf } from '../stored.ts';
import { expect, test } from './journey.ts';
import type { Visitor } from './visitor.ts';

const { contact, footer } = words.en;
const { faq, nav, process } = words.uz;
const submit = 'form [type="submit"]';
const menuButton = '[aria-controls="menu"]';
/** Short, because it is typed letter by letter. */
const newName = () => `Aziza ${randomUUID().slice(0, 8)}`;
const messages = (visitor: Visitor) => visitor.read('[role="alert"] > *, [role="status"] > *');
const language = (visitor: Visitor) => visitor.evaluate(() => document.documentElement.lang);
const openAnswers = (visitor: Visitor) => visitor.read('details[open] > :not(summary)');

async function fillIn(visitor: Visitor, name: string): Promise<void> {
  await visitor.fill('[name="name"]', name);
  await visitor.fill('[name="phone"]', '+998 90 123 45 67');
  await visitor.fill('[name="message"]', 'Italiya?');
}
const values = (visitor: Visitor) =>
  visitor.evaluate(() =>
    ['name', 'phone', 'message'].map(
      (name) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value,
    ),
  );

/** The section starts right below the header and stays there. */
async function expectAtTop(visitor: Visitor, id: string): Promise<void> {
  const distance = async () =>
    Math.abs((await visitor.boxOf(`#${id}`)).top - (await visitor.boxOf('header')).bottom);
  await expect.poll(distance, id).toBeLessThanOrEqual(2);
  await visitor.settled();
  expect(await distance(), id).toBeLessThanOrEqual(2);
}

test('a form submitted twice is sent and stored once, and then emptied', async ({ visitor, network }) => {
  const name = newName();
  const arrive = network.hold(new RegExp(submissionPath));
  await visitor.visit('/?lang=en');
  await fillIn(visitor, name);
  await visitor.click(submit);
  await expect.poll(() => visitor.read(submit)).toEqual([contact.sending]);
  await visitor.press('Enter');
  arrive();
  await expect.poll(() => messages(visitor)).toEqual([expect.stringContaining(contact.successTitle)]);
  expect(await values(visitor)).toEqual(['', '', '']);
  expect(await leadsOf(name)).toMatchObject([{ phone: '+998 90 123 45 67', message: 'Italiya?' }]);
});

test('offline the form shows an error and keeps its fields; back online it is sent', async ({
  visitor,
  network,
}) => {
  const name = newName();
  await visitor.visit('/?lang=en');
  await network.goOffline();
  await fillIn(visitor, name);
  await visitor.click(submit);
  await expect.poll(() => messages(visitor)).toEqual([expect.stringContaining(contact.errorTitle)]);
  expect((await values(visitor))[0]).toBe(name);
  await network.goOnline();
  await visitor.click(submit);
  await expect.poll(() => messages(visitor)).toContainEqual(expect.stringContaining(contact.successTitle));
  expect(await leadsOf(name)).toHaveLength(1);
});

test('an incomplete form brings its first problem into view, below the header', async ({ visitor }) => {
  await visitor.visit('/?lang=en');
  await visitor.settled();
  await visitor.click(submit);
  await expect.poll(() => visitor.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  const { bottom } = await visitor.boxOf('header');
  await expect.poll(async () => (await visitor.boxOf('form label')).top).toBeGreaterThanOrEqual(bottom);
  expect(await visitor.read('[name="name"] ~ p')).toEqual([contact.required]);
});

test('without script the form is posted, and the page confirms it', async ({ visitor, network }) => {
  const name = newName();
  network.blockScripts();
  await visitor.go('/?lang=en');
  await fillIn(visitor, name);
  await visitor.click(submit);
  await expect.poll(() => visitor.read(':target')).toEqual([expect.stringContaining(contact.successTitle)]);
  expect(await leadsOf(name)).toHaveLength(1);
});

test('without script everything can be read, the languages are links, and the menu opens and closes', async ({
  visitor,
  network,
}) => {
  network.blockScripts();
  await visitor.go('/');
  await visitor.click('[data-language="en"]');
  await expect.poll(() => language(visitor)).toBe('en');
  const { process, faq, nav } = words.en;
  const steps = await visitor.read('#jarayon [id^="jarayon-"] h3');
  expect(steps).toEqual(process.steps.map(({ title }) => title));
  expect(await visitor.read('summary h3')).toEqual(faq.items.map(({ question }) => question));

  await visitor.click('a[href="#menu"]');
  await visitor.click('#menu a', nav.services);
  await expect.poll(() => visitor.evaluate(() => location.hash)).toBe('#xizmatlar');
  await expect
    .poll(() =>
      visitor.evaluate(() => getComputedStyle(document.querySelector('#menu') as Element).visibility),
    )
    .toBe('hidden');
});

test('the question being read stays where it is, open, when the language is switched', async ({
  visitor,
}) => {
  const open = 'details[open] summary';
  await visitor.visit('/');
  await visitor.click('summary', faq.items[4]?.question);
  await expect.poll(() => visitor.read(open)).toHaveLength(1);
  await visitor.evaluate(
    (open) => document.querySelector(open)?.scrollIntoView({ block: 'center', behavior: 'instant' }),
    open,
  );
  await visitor.settled();
  for (const code of ['ru', 'en'] as const) {
    const before = await visitor.boxOf(open);
    await visitor.click(`[data-language="${code}"]`);
    await expect.poll(() => language(visitor)).toBe(code);
    await expect.poll(() => openAnswers(visitor)).toEqual([words[code].faq.items[4]?.answer]);
    await visitor.settled();
    expect(Math.abs((await visitor.boxOf(open)).top - before.top), code).toBeLessThanOrEqual(2);
  }
});

test('one question is open at a time, and can be closed again', async ({ visitor }) => {
  await visitor.visit('/');
  for (const { question, answer } of faq.items.slice(0, 2)) {
    await visitor.click('summary', question);
    await expect.poll(() => openAnswers(visitor)).toEqual([answer]);
    await visitor.settled();
  }
  await visitor.click('summary', faq.items[1]?.question);
  await expect.poll(() => openAnswers(visitor)).toEqual([]);
});

test('the carousel walks through its steps, and an anchor brings one below the header', async ({
  visitor,
}) => {
  const current = () =>
    visitor.evaluate(() =>
      document.querySelector('#jarayon [aria-current="step"]')?.getAttribute('aria-label'),
    );
  const expectStep = async (number: number) => {
    await expect.poll(current).toBe(process.steps[number - 1]?.title);
    await visitor.settled();
    const frame = await visitor.boxOf('[aria-roledescription="carousel"]');
    const title = await visitor.boxOf(`#jarayon-${number} h3`);
    expect(title.top).toBeGreaterThanOrEqual(frame.top);
    expect(title.bottom).toBeLessThanOrEqual(frame.bottom);
  };
  await visitor.visit('/');
  await expectStep(1);
  await visitor.evaluate(() => {
    location.hash = 'jarayon-4';
  });
  await expectStep(4);
  const { bottom } = await visitor.boxOf('header');
  expect((await visitor.boxOf('#jarayon-4 h3')).top).toBeGreaterThan(bottom);
  await visitor.click('button', process.next);
  await expectStep(5);
  await visitor.click('button', process.previous);
  await expectStep(4);
});

test('the menu takes the focus, gives it back, and leads to a section', async ({ visitor }) => {
  const focusIsIn = (selector: string) =>
    visitor.evaluate((selector) => document.activeElement?.closest(selector) !== null, selector);
  await visitor.visit('/');
  await visitor.click(menuButton);
  await expect.poll(() => focusIsIn('#menu')).toBe(true);
  await visitor.press('Escape');
  await expect.poll(() => focusIsIn(menuButton)).toBe(true);
  await visitor.click(menuButton);
  await visitor.click('#menu a', nav.about);
  await expectAtTop(visitor, 'biz-haqimizda');
});

test('an address with an anchor shows its section; the page works after a reload and after going back', async ({
  visitor,
}) => {
  await visitor.visit('/?lang=ru#aloqa');
  await expectAtTop(visitor, 'aloqa');
  await visitor.reload();
  await visitor.hydrated();
  await visitor.click('footer a', words.ru.footer.privacy);
  await expect.poll(() => visitor.read('h1')).toEqual([words.ru.legal.privacy.title]);
  await visitor.hydrated();
  await visitor.back();
  await expect.poll(() => visitor.read('h1')).toEqual([expect.stringContaining(words.ru.hero.titleFirst)]);
  await visitor.hydrated();
  await visitor.click('[aria-controls="floating-panel"]');
  await expect.poll(() => visitor.read('#floating-panel')).toHaveLength(1);
});

test('a visit, a started form and a click on a link are counted', async ({ visitor }) => {
  const campaign = `c-${randomUUID()}`;
  await visitor.visit(`/?lang=en&utm_source=ig&utm_campaign=${campaign}`);
  await visitor.fill('[name="name"]', 'Az');
  await visitor.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
  await visitor.click('footer a', footer.channel);
  await expect
    .poll(() => countsOf(campaign), { timeout: 20_000 })
    .toEqual(['channel instagram en 1', 'form instagram en 1', 'visit instagram en 1']);
});
