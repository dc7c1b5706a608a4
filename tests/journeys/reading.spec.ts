import { extractText, getDocumentProxy } from 'unpdf';
import { words } from '../e2e/words.ts';
import { expect, onThePhone, test } from './journey.ts';
import type { Visitor } from './visitor.ts';

const { process, faq } = words.uz;
const openAnswers = (visitor: Visitor) => visitor.read('details[open] > :not(summary)');

test(
  'one question is open at a time, and can be closed again; one that is tapped stays where it is when the one above it closes, and from there the Tab key leads on',
  onThePhone,
  async ({ visitor }) => {
    await visitor.visit('/');
    const [first, second] = faq.items;
    await visitor.click('summary', first?.question);
    await expect.poll(() => openAnswers(visitor)).toEqual([first?.answer]);
    await visitor.settled();
    const tapped = '#faq li:nth-child(2) summary';
    await visitor.evaluate(
      (tapped) => document.querySelector(tapped)?.scrollIntoView({ block: 'center', behavior: 'instant' }),
      tapped,
    );
    await visitor.settled();
    const before = await visitor.place(tapped);
    await visitor.click(tapped);
    await expect.poll(() => openAnswers(visitor)).toEqual([second?.answer]);
    await visitor.settled();
    expect(Math.abs((await visitor.place(tapped)).top - before.top)).toBeLessThanOrEqual(2);
    await visitor.click('summary', second?.question);
    await expect.poll(() => openAnswers(visitor)).toEqual([]);
    for (const { question } of faq.items.slice(2, 4)) {
      await visitor.press('Tab');
      await expect
        .poll(() => visitor.evaluate(() => document.activeElement?.textContent))
        .toContain(question);
    }
  },
);

test('the carousel walks through six steps and back, each is to be seen, and neither a link to its words nor a script that looks for them empties it', async ({
  visitor,
}) => {
  await visitor.visit('/');
  const { next, previous, steps } = process;
  const expectStep = async (number: number) => {
    await expect.poll(() => currentStep(visitor)).toBe(steps[number - 1]?.title);
    await expect.poll(() => stepsInSight(visitor)).toContain(steps[number - 1]?.title);
  };
  await expectStep(1);
  for (const number of [2, 3, 4, 5, 6]) {
    await visitor.click('button', next);
    await expectStep(number);
  }
  await visitor.click('button', previous);
  await expectStep(5);

  await visitor.evaluate(() =>
    [...document.querySelectorAll('#jarayon [id^="jarayon-"] h3')].at(0)?.scrollIntoView(),
  );
  await visitor.settled();
  expect(await stepsInSight(visitor)).not.toEqual([]);
});

test('an anchor of a step, followed in the open page, brings that step, whole and below the header; a step back brings it again, and a reload the one that was read', async ({
  visitor,
}) => {
  await visitor.visit('/');
  for (const number of [4, 6, 2]) {
    await visitor.evaluate((number) => {
      location.hash = `jarayon-${number}`;
    }, number);
    await expect.poll(() => currentStep(visitor)).toBe(process.steps[number - 1]?.title);
    await visitor.settled();
    const { top, bottom } = await visitor.place(`#jarayon-${number} h3`);
    expect(top).toBeGreaterThan((await visitor.place('header')).bottom);
    expect(bottom).toBeLessThan(await visitor.evaluate(() => innerHeight));
    expect(await stepsInSight(visitor)).toContain(process.steps[number - 1]?.title);
  }
  const expectStep = async (number: number) => {
    await expect.poll(() => currentStep(visitor)).toBe(process.steps[number - 1]?.title);
    await expect.poll(() => stepsInSight(visitor)).toContain(process.steps[number - 1]?.title);
  };
  await visitor.evaluate(() => history.back());
  await expectStep(6);
  await visitor.reload();
  await visitor.alive();
  await expectStep(6);
  await visitor.click('button', process.previous);
  await expectStep(5);
  await visitor.reload();
  await visitor.alive();
  await expectStep(5);
});

const currentStep = (visitor: Visitor) =>
  visitor.evaluate(() =>
    document.querySelector('#jarayon [aria-current="step"]')?.getAttribute('aria-label'),
  );

/** The titles that lie whole inside the carousel, wherever the page is. */
const stepsInSight = (visitor: Visitor) =>
  visitor.evaluate(() => {
    const frame = document.querySelector('[aria-roledescription="carousel"]')?.getBoundingClientRect();
    return [...document.querySelectorAll('[aria-roledescription="carousel"] h3')]
      .filter((title) => {
        const { top, bottom, height } = title.getBoundingClientRect();
        return frame && height > 0 && top >= frame.top && bottom <= frame.bottom;
      })
      .map((title) => title.textContent);
  });

test(
  'without script everything can be read, and the languages are links',
  onThePhone,
  async ({ visitor, network }) => {
    network.forbidScript();
    await visitor.go('/');
    for (const language of ['uz', 'ru', 'en'] as const) {
      if (language !== 'uz') await visitor.click(`[data-language="${language}"]`);
      await expect.poll(() => visitor.evaluate(() => document.documentElement.lang)).toBe(language);
      const { process, faq } = words[language];
      expect(await visitor.read('#jarayon [id^="jarayon-"] h3')).toEqual(
        process.steps.map(({ title }) => title),
      );
      expect(await visitor.read('summary h3')).toEqual(faq.items.map(({ question }) => question));
    }
    await visitor.click('summary', words.en.faq.items[0]?.question);
    await expect.poll(() => openAnswers(visitor)).toEqual([words.en.faq.items[0]?.answer]);
  },
);

test(
  'on paper is everything, before and after the page was scrolled, and no heading of a section is left alone at the end of a page',
  onThePhone,
  async ({ visitor, network }) => {
    // In the device's own font: of a variable one, Firefox's papers show letters that they cannot name.
    network.answer(/\.woff2$/, 404);
    const paper = async () => {
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(await visitor.print())));
      return text;
    };
    const missingOn = (pages: string[]) =>
      [
        ...process.steps.flatMap(({ title, description }) => [title, description]),
        ...faq.items.flatMap(({ question, answer }) => [question, answer]),
        words.uz.contact.promo.title,
      ].filter((words) => !bare(pages.join(' ')).includes(bare(words)));

    for (const language of ['ru', 'en', 'uz'] as const) {
      const { services, process, why, faq, contact } = words[language];
      await visitor.visit(`/?lang=${language}`);
      const pages = await paper();
      const apart = [
        [services.title, services.packages[0]?.summary],
        [process.title, process.steps[0]?.title],
        [why.title, why.advantages[0]?.title],
        [faq.lead, faq.items[0]?.question],
        [contact.title, contact.cards.telegram.text],
      ].filter(([heading = '', first = '']) => !pages.some((page) => together(page, heading, first)));
      expect(apart, language).toEqual([]);
      expect(pages.join()).not.toContain('01–14');
      if (language === 'uz') expect(missingOn(pages)).toEqual([]);
    }

    await visitor.click('button', process.next);
    await visitor.scrollTo(100_000);
    await visitor.settled();
    expect(missingOn(await paper())).toEqual([]);
  },
);

const together = (page: string, ...texts: string[]) => texts.every((text) => bare(page).includes(bare(text)));

/** Letters and digits only: where lines end and hyphens stand is the paper's business. */
const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

test(
  'the page comes alive while its fonts are on the way, and nothing moves when they come',
  onThePhone,
  async ({ visitor, network, engineName }) => {
    const arrive = network.hold(/\.woff2$/);
    // WebKit's driver answers nothing before the page is loaded, fonts and all: there only the end can be seen.
    if (engineName === 'webkit') setTimeout(arrive, 2000);
    await visitor.visit('/');
    const lines = () =>
      visitor.evaluate(() =>
        [...document.querySelectorAll('h1, h1 ~ p, h1 ~ div a, #xizmatlar h2')].map((element) => {
          const { top, height } = element.getBoundingClientRect();
          return [Math.round(top), Math.round(height)];
        }),
      );
    await visitor.settled();
    const before = await lines();
    arrive();
    await visitor.evaluate(() => document.fonts.ready.then(() => {}));
    await visitor.settled();
    expect(await lines()).toEqual(before);
  },
);
