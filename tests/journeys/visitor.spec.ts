/** A visitor's journeys in Firefox and WebKit, for what engines do differently. tests/e2e tests the details in Chromium. */
import { randomUUID } from 'node:crypto';
import { submissionPath } from '#contract/addresses.ts';
import { words } from '#tests/e2e/words.ts';
import { countsOf, leadsOf } from '#tests/e2e-database.ts';
import { expect, test } from './fixtures.ts';
import type { Person } from './person.ts';

const { contact, footer } = words.en;
const { faq, nav, process } = words.uz;
const submit = 'form [type="submit"]';
const menuButton = '[aria-controls="menu"]';
/** Short, because it is typed letter by letter. */
const newName = () => `Aziza ${randomUUID().slice(0, 8)}`;
const messages = (person: Person) => person.read('[role="alert"] > *, [role="status"] > *');
const language = (person: Person) => person.evaluate(() => document.documentElement.lang);
const openAnswers = (person: Person) => person.read('details[open] > :not(summary)');

async function fillIn(person: Person, name: string): Promise<void> {
  await person.fill('[name="name"]', name);
  await person.fill('[name="phone"]', '+998 90 123 45');
  await person.fill('[name="message"]', 'Italiya?');
}
const values = (person: Person) =>
  person.evaluate(() =>
    ['name', 'phone', 'message'].map(
      (name) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value,
    ),
  );

/** The section starts right below the header and stays there. */
async function expectAtTop(person: Person, id: string): Promise<void> {
  const distance = async () =>
    Math.abs((await person.boxOf(`#${id}`)).top - (await person.boxOf('header')).bottom);
  await expect.poll(distance, id).toBeLessThanOrEqual(2);
  await person.settled();
  expect(await distance(), id).toBeLessThanOrEqual(2);
}

test('a form submitted twice is sent and stored once, and then emptied', async ({ person, network }) => {
  const name = newName();
  const release = network.hold(new RegExp(submissionPath));
  await person.visit('/?lang=en');
  await fillIn(person, name);
  await person.click(submit);
  await expect.poll(() => person.read(submit)).toEqual([contact.sending]);
  await person.press('Enter');
  release();
  await expect.poll(() => messages(person)).toEqual([expect.stringContaining(contact.successTitle)]);
  expect(await values(person)).toEqual(['', '', '']);
  expect(await leadsOf(name)).toMatchObject([{ phone: '+998 90 123 45', message: 'Italiya?' }]);
});

test('offline the form shows an error and keeps its fields; back online it is sent', async ({
  person,
  network,
}) => {
  const name = newName();
  await person.visit('/?lang=en');
  await network.goOffline();
  await fillIn(person, name);
  await person.click(submit);
  await expect.poll(() => messages(person)).toEqual([expect.stringContaining(contact.errorTitle)]);
  expect((await values(person))[0]).toBe(name);
  await network.goOnline();
  await person.click(submit);
  await expect.poll(() => messages(person)).toContainEqual(expect.stringContaining(contact.successTitle));
  expect(await leadsOf(name)).toHaveLength(1);
});

test('an incomplete form brings its first problem into view, below the header', async ({ person }) => {
  await person.visit('/?lang=en');
  await person.settled();
  await person.click(submit);
  await expect.poll(() => person.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  const { bottom } = await person.boxOf('header');
  await expect.poll(async () => (await person.boxOf('form label')).top).toBeGreaterThanOrEqual(bottom);
  expect(await person.read('[name="name"] ~ p')).toEqual([contact.required]);
});

test('without script the form is posted, and the page confirms it', async ({ person, network }) => {
  const name = newName();
  network.blockScripts();
  await person.go('/?lang=en');
  await fillIn(person, name);
  await person.click(submit);
  await expect.poll(() => person.read(':target')).toEqual([expect.stringContaining(contact.successTitle)]);
  expect(await leadsOf(name)).toHaveLength(1);
});

test('without script everything can be read, the languages are links, and the menu opens and closes', async ({
  person,
  network,
}) => {
  network.blockScripts();
  await person.go('/');
  await person.click('[data-language="en"]');
  await expect.poll(() => language(person)).toBe('en');
  const { process, faq, nav } = words.en;
  const steps = await person.read('#jarayon [id^="jarayon-"] h3');
  expect(steps).toEqual(process.steps.map(({ title }) => title));
  expect(await person.read('summary h3')).toEqual(faq.items.map(({ question }) => question));

  await person.click('a[href="#menu"]');
  await person.click('#menu a', nav.services);
  await expect.poll(() => person.evaluate(() => location.hash)).toBe('#xizmatlar');
  await expect
    .poll(() =>
      person.evaluate(() => getComputedStyle(document.querySelector('#menu') as Element).visibility),
    )
    .toBe('hidden');
});

test('the question being read stays where it is, open, when the language is switched', async ({ person }) => {
  const open = 'details[open] summary';
  await person.visit('/');
  await person.click('summary', faq.items[4]?.question);
  await expect.poll(() => person.read(open)).toHaveLength(1);
  await person.evaluate(
    (open) => document.querySelector(open)?.scrollIntoView({ block: 'center', behavior: 'instant' }),
    open,
  );
  await person.settled();
  for (const code of ['ru', 'en'] as const) {
    const before = await person.boxOf(open);
    await person.click(`[data-language="${code}"]`);
    await expect.poll(() => language(person)).toBe(code);
    await expect.poll(() => openAnswers(person)).toEqual([words[code].faq.items[4]?.answer]);
    await person.settled();
    expect(Math.abs((await person.boxOf(open)).top - before.top), code).toBeLessThanOrEqual(2);
  }
});

test('one question is open at a time, and can be closed again', async ({ person }) => {
  await person.visit('/');
  for (const { question, answer } of faq.items.slice(0, 2)) {
    await person.click('summary', question);
    await expect.poll(() => openAnswers(person)).toEqual([answer]);
    await person.settled();
  }
  await person.click('summary', faq.items[1]?.question);
  await expect.poll(() => openAnswers(person)).toEqual([]);
});

test('the carousel walks through its steps, and an anchor brings one below the header', async ({
  person,
}) => {
  const current = () =>
    person.evaluate(() =>
      document.querySelector('#jarayon [aria-current="step"]')?.getAttribute('aria-label'),
    );
  const expectStep = async (number: number) => {
    await expect.poll(current).toBe(process.steps[number - 1]?.title);
    await person.settled();
    const frame = await person.boxOf('[role="group"]');
    const title = await person.boxOf(`#jarayon-${number} h3`);
    expect(title.top).toBeGreaterThanOrEqual(frame.top);
    expect(title.bottom).toBeLessThanOrEqual(frame.bottom);
  };
  await person.visit('/');
  await expectStep(1);
  await person.evaluate(() => {
    location.hash = 'jarayon-4';
  });
  await expectStep(4);
  const { bottom } = await person.boxOf('header');
  expect((await person.boxOf('#jarayon-4 h3')).top).toBeGreaterThan(bottom);
  await person.click('button', process.next);
  await expectStep(5);
  await person.click('button', process.previous);
  await expectStep(4);
});

test('the menu takes the focus, gives it back, and leads to a section', async ({ person }) => {
  const focusIsIn = (selector: string) =>
    person.evaluate((selector) => document.activeElement?.closest(selector) !== null, selector);
  await person.visit('/');
  await person.click(menuButton);
  await expect.poll(() => focusIsIn('#menu')).toBe(true);
  await person.press('Escape');
  await expect.poll(() => focusIsIn(menuButton)).toBe(true);
  await person.click(menuButton);
  await person.click('#menu a', nav.about);
  await expectAtTop(person, 'biz-haqimizda');
});

test('an address with an anchor shows its section; the page works after a reload and after going back', async ({
  person,
}) => {
  await person.visit('/?lang=ru#aloqa');
  await expectAtTop(person, 'aloqa');
  await person.reload();
  await person.hydrated();
  await person.click('footer a', words.ru.footer.privacy);
  await expect.poll(() => person.read('h1')).toEqual([words.ru.legal.privacy.title]);
  await person.hydrated();
  await person.back();
  await expect.poll(() => person.read('h1')).toEqual([expect.stringContaining(words.ru.hero.titleFirst)]);
  await person.hydrated();
  await person.click('[aria-controls="floating-panel"]');
  await expect.poll(() => person.read('#floating-panel')).toHaveLength(1);
});

test('a visit, a started form and a click on a link are counted', async ({ person }) => {
  const campaign = `c-${randomUUID()}`;
  await person.visit(`/?lang=en&utm_source=ig&utm_campaign=${campaign}`);
  await person.fill('[name="name"]', 'Az');
  await person.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
  await person.click('footer a', footer.channel);
  await expect
    .poll(() => countsOf(campaign), { timeout: 20_000 })
    .toEqual(['channel instagram en 1', 'form instagram en 1', 'visit instagram en 1']);
});
