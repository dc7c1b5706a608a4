import { type Language, languages } from '../../contract/languages.ts';
import { words } from '../e2e/words.ts';
import { expect, onThePhone, test } from './journey.ts';
import type { Visitor } from './visitor.ts';

const choose = (visitor: Visitor, language: Language) =>
  visitor.click('[data-language]', languages[language].name);
const notices = (visitor: Visitor) => visitor.read('[role="alert"] > *, [role="status"] > *');

/** The whole page is in the language, and says so. */
async function expectLanguage(visitor: Visitor, language: Language): Promise<void> {
  await expect.poll(() => visitor.evaluate(() => document.documentElement.lang)).toBe(language);
  await expect
    .poll(() => visitor.read('h1'))
    .toEqual([expect.stringContaining(words[language].hero.titleFirst)]);
  const { title, address, marked } = await visitor.evaluate(() => ({
    title: document.title,
    address: location.pathname + location.search,
    marked: document.querySelector('[data-language][aria-current]')?.getAttribute('data-language'),
  }));
  expect({ title, address, marked }).toEqual({
    title: words[language].meta.title,
    address: language === 'uz' ? '/' : `/?lang=${language}`,
    marked: language,
  });
}

test('the question being read stays where it is, open, in every language, and nothing lies beside the screen', async ({
  visitor,
}) => {
  await visitor.visit('/');
  await visitor.click('summary', words.uz.faq.items[4]?.question);
  const open = 'details[open] summary';
  await expect.poll(() => visitor.read(open)).toHaveLength(1);
  await visitor.evaluate(
    (open) => document.querySelector(open)?.scrollIntoView({ block: 'center', behavior: 'instant' }),
    open,
  );
  await visitor.settled();
  const number = 'details[open] summary > :first-child';
  for (const language of ['ru', 'en', 'uz'] as const) {
    const before = await visitor.place(open);
    await choose(visitor, language);
    await expectLanguage(visitor, language);
    await visitor.settled();
    expect(await visitor.read(number)).toEqual(['05']);
    const after = await visitor.place(open);
    expect(Math.abs(after.top - before.top), `${after.top} after ${before.top}`).toBeLessThanOrEqual(2);
    expect(await sideways(visitor), language).toBe(0);
  }
});

test('what is read stays where it is also when the middle of the screen lies between two sections', async ({
  visitor,
}) => {
  await visitor.visit('/');
  await visitor.evaluate(() => {
    const { top } = (document.getElementById('jarayon') as Element).getBoundingClientRect();
    scrollBy({ top: top - innerHeight / 2 - 10, behavior: 'instant' });
  });
  await visitor.settled();
  for (const language of ['ru', 'en', 'uz'] as const) {
    const { top } = await visitor.place('#process-title');
    await choose(visitor, language);
    await expectLanguage(visitor, language);
    await visitor.settled();
    const after = await visitor.place('#process-title');
    expect(Math.abs(after.top - top), `${after.top} after ${top}`).toBeLessThanOrEqual(2);
  }
});

const sideways = (visitor: Visitor) =>
  visitor.evaluate(() => {
    scrollTo({ left: 1000, behavior: 'instant' });
    return scrollX;
  });

/** What is typed stays, and stays where it is, when the language is chosen. */
async function typeAndChoose(visitor: Visitor, language: Language): Promise<void> {
  await visitor.fill('[name="message"]', 'Magistratura haqida');
  // Typing brings the field further into sight, and not at once.
  await visitor.settled();
  const place = (await visitor.place('[name="message"]')).top;
  await choose(visitor, language);
  await expectLanguage(visitor, language);
  await visitor.settled();
  expect(await messageOf(visitor)).toBe('Magistratura haqida');
  expect(Math.abs((await visitor.place('[name="message"]')).top - place)).toBeLessThanOrEqual(2);
}

test(
  'what was typed stays, and stays where it is, when the fonts came late',
  onThePhone,
  async ({ visitor, network, engineName }) => {
    const arrive = network.hold(/\.woff2$/);
    // WebKit's driver answers nothing before the page is loaded, fonts and all.
    if (engineName === 'webkit') setTimeout(arrive, 2000);
    await visitor.visit('/');
    arrive();
    await typeAndChoose(visitor, 'ru');
  },
);

test(
  'at the top of the page a switch does not scroll; what was typed stays where it is; offline a switch says so and keeps it, online it works again',
  onThePhone,
  async ({ visitor, network }) => {
    await visitor.visit('/');
    await choose(visitor, 'ru');
    await expectLanguage(visitor, 'ru');
    await visitor.settled();
    expect(await visitor.evaluate(() => scrollY)).toBe(0);

    await typeAndChoose(visitor, 'uz');

    await network.goOffline();
    await choose(visitor, 'en');
    await expect
      .poll(() => notices(visitor))
      .toEqual([expect.stringContaining(words.uz.language.errorTitle)]);
    await expectLanguage(visitor, 'uz');
    expect(await messageOf(visitor)).toBe('Magistratura haqida');

    await network.goOnline();
    await choose(visitor, 'en');
    await expectLanguage(visitor, 'en');
    expect(await messageOf(visitor)).toBe('Magistratura haqida');
  },
);

test(
  'of two quick choices the last one wins, whichever arrives first',
  onThePhone,
  async ({ visitor, network }) => {
    const russian = network.hold(/\/assets\/ru-/);
    const english = network.hold(/\/assets\/en-/);
    await visitor.visit('/');
    await choose(visitor, 'ru');
    await choose(visitor, 'en');
    english();
    await expectLanguage(visitor, 'en');
    russian();
    await visitor.settled();
    await expectLanguage(visitor, 'en');
  },
);

test(
  'choosing the language that is still read takes the last choice back',
  onThePhone,
  async ({ visitor, network }) => {
    const russian = network.hold(/\/assets\/ru-/);
    await visitor.visit('/');
    await choose(visitor, 'ru');
    await choose(visitor, 'uz');
    russian();
    await visitor.settled();
    await expectLanguage(visitor, 'uz');
    await visitor.visit('/');
    await expectLanguage(visitor, 'uz');
  },
);

const messageOf = (visitor: Visitor) =>
  visitor.evaluate(() => document.querySelector<HTMLTextAreaElement>('[name="message"]')?.value);
