import { words } from '../e2e/words.ts';
import { expect, onThePhone, test } from './journey.ts';
import type { Visitor } from './visitor.ts';

/** A control that only script answers for does so. */
async function isUsable(visitor: Visitor): Promise<void> {
  await visitor.alive();
  const panel = '#floating-panel';
  await visitor.click('[aria-controls="floating-panel"]');
  await expect.poll(() => visitor.read(panel)).toHaveLength(1);
  await visitor.press('Escape');
  await expect.poll(() => visitor.read(panel)).toHaveLength(0);
}

test('the page comes alive at every kind of address', onThePhone, async ({ visitor }) => {
  // At the plain ones, and at those with an anchor of ours, the other journeys begin.
  const addresses = [
    '/?lang=ru#no-such-place',
    '/#:~:text=DS-160',
    '/?utm_source=telegram',
    '/terms?lang=en',
    '/no-such-page',
  ];
  for (const address of addresses) {
    await test.step(address, async () => {
      await visitor.go(address);
      await isUsable(visitor);
    });
  }
});

test(
  'it comes alive again where it was reloaded, on another page, back, there again, and at the section a link leads to from there',
  onThePhone,
  async ({ visitor }) => {
    await visitor.visit('/');
    await visitor.scrollTo(2500);
    await visitor.settled();
    await visitor.reload();
    await isUsable(visitor);
    expect(await visitor.evaluate(() => scrollY)).toBeGreaterThan(1000);

    await visitor.click('footer a', words.uz.footer.privacy);
    await expect.poll(() => visitor.read('h1')).toEqual([words.uz.legal.privacy.title]);
    await isUsable(visitor);
    // Another document: what asks for it is gone before it could be answered.
    await visitor.evaluate(() => void setTimeout(() => history.back(), 50));
    await expect.poll(() => visitor.read('h1')).toEqual([expect.stringContaining(words.uz.hero.titleFirst)]);
    await isUsable(visitor);
    await visitor.evaluate(() => void setTimeout(() => history.forward(), 50));
    await expect.poll(() => visitor.read('h1')).toEqual([words.uz.legal.privacy.title]);
    await isUsable(visitor);

    await visitor.click('footer a', words.uz.nav.process);
    await expect.poll(() => visitor.evaluate(() => location.pathname + location.hash)).toBe('/#jarayon');
    await isUsable(visitor);
    await expectAtTop(visitor, 'jarayon');
  },
);

for (const [part, path] of [
  ['script was', /entry-client/],
  ['the words for it were', /\/assets\/en-/],
] as const) {
  test(
    `it comes alive for who left before ${part} there and comes back`,
    onThePhone,
    async ({ visitor, network }) => {
      const arrive = network.hold(path);
      const left = network.leave('/?lang=en', '/robots.txt?left');
      await visitor.go('/robots.txt');
      // By the page itself: WebKit's driver waits for the end of what it was asked to show, and this has none.
      await visitor.evaluate(() => void setTimeout(() => location.assign('/?lang=en'), 50));
      await left;
      await expect.poll(() => visitor.evaluate(() => location.search)).toBe('?left');
      arrive();
      await visitor.evaluate(() => void setTimeout(() => history.back(), 50));
      await expect.poll(() => visitor.evaluate(() => location.pathname)).toBe('/');
      await isUsable(visitor);
    },
  );
}

test('an address with an anchor shows that section from its beginning', async ({ visitor }) => {
  // The first, and those that most lies above; the others are where the header leads below.
  for (const anchor of ['xizmatlar', 'faq', 'aloqa']) {
    await test.step(anchor, async () => {
      // Another document: an anchor alone would only scroll the one that is open.
      await visitor.visit(`/?lang=ru&to=${anchor}#${anchor}`);
      await expectAtTop(visitor, anchor);
    });
  }
});

/** The section begins where the header ends, to the pixel that rounding may take, and stays there. */
async function expectAtTop(visitor: Visitor, id: string): Promise<void> {
  const away = async () =>
    Math.abs((await visitor.place(`#${id}`)).top - (await visitor.place('header')).bottom);
  // A page that is still at rest may not have begun to scroll: a busy browser draws it first.
  await expect.poll(away).toBeLessThanOrEqual(2);
  await visitor.settled();
  expect(await away()).toBeLessThanOrEqual(2);
}

test('the header leads to each section', async ({ visitor, device }) => {
  await visitor.visit('/');
  for (const [name, id] of [
    ['services', 'xizmatlar'],
    ['process', 'jarayon'],
    ['about', 'biz-haqimizda'],
    ['contact', 'aloqa'],
  ] as const) {
    if (device.phone) await visitor.click('[aria-controls="menu"]');
    await visitor.click('#menu a', words.uz.nav[name]);
    await expectAtTop(visitor, id);
  }
});

test('an address with #menu leaves a page that can be read and scrolled once the menu is closed', async ({
  visitor,
  device,
}) => {
  await visitor.visit('/#menu');
  if (device.phone) {
    await expect
      .poll(() => visitor.evaluate(() => document.activeElement?.closest('#menu') !== null))
      .toBe(true);
    await visitor.press('Escape');
  }
  // The floating button rests as long as the menu is open.
  await isUsable(visitor);
  await visitor.scrollTo(1000);
  await expect.poll(() => visitor.evaluate(() => scrollY)).toBe(1000);
});
