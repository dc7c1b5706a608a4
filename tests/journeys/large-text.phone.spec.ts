import { languageCodes } from '../../contract/languages.ts';
import { localAddress } from '../../site/i18n/addresses.ts';
import { expect, test } from './journey.ts';
import { type Visitor, visitorIn } from './visitor.ts';

test('with text at 20 to 32 px nothing lies beside the screen, is cut or covers another text', async ({
  engine,
  engineName,
  device,
  network,
}) => {
  test.setTimeout(240_000);
  // Where engines differ is seen at the ends, and of plain text between the same header and footer with the largest.
  const everything = engineName === 'chromium';
  for (const textSize of everything ? [20, 24, 32] : [20, 32]) {
    await test.step(`${textSize} px`, async () => {
      const tab = await engine.open({ ...device, textSize, reducedMotion: true });
      const visitor = visitorIn(tab, network.origin);
      try {
        const others = everything || textSize === 32 ? ['/privacy', '/no-such-page'] : [];
        for (const path of ['/', ...others]) {
          for (const language of languageCodes) {
            const address = localAddress(path, language);
            await visitor.visit(address);
            await visitor.settled();
            expect(await visitor.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
              `${textSize}px`,
            );
            expect(await faults(visitor, device.width), address).toEqual([]);
            // The floating button lies over no more of the page than with usual text.
            const { left, right } = await visitor.place('[data-floating] > a');
            expect(right - left, address).toBe(56);
          }
        }
      } finally {
        await tab.close();
      }
    });
  }
});

test('with text alone at 130 % nothing lies beside the screen, is cut, covers another text or loses half a number, and at 175 % the page is no wider than it', async ({
  engine,
  device,
  network,
}) => {
  const tab = await engine.open({ ...device, reducedMotion: true });
  const visitor = visitorIn(tab, network.origin);
  try {
    for (const language of languageCodes) {
      await visitor.visit(localAddress('/', language));
      await zoomText(visitor, 130);
      expect(await faults(visitor, device.width), language).toEqual([]);
      const lines = await visitor.evaluate(() =>
        [...document.querySelectorAll('summary > :first-child')].map((number) => {
          const range = document.createRange();
          range.selectNodeContents(number);
          return range.getClientRects().length;
        }),
      );
      expect(lines).toEqual(Array(14).fill(1));
      await zoomText(visitor, 175);
      await expectNoWiderThan(visitor, device.width, language);
      // The widest there is where Onest did not come in time.
      await visitor.evaluate(() => {
        document.body.style.fontFamily = 'DejaVu Sans';
      });
      await visitor.settled();
      await expectNoWiderThan(visitor, device.width, language);
    }
  } finally {
    await tab.close();
  }
});

test('with text alone at 150 % the page is no wider than 1024 px, and all of the header is on it', async ({
  engine,
  network,
}) => {
  const width = 1024;
  const tab = await engine.open({ width, height: 740, reducedMotion: true });
  const visitor = visitorIn(tab, network.origin);
  try {
    for (const language of languageCodes) {
      await visitor.visit(localAddress('/', language));
      await zoomText(visitor, 150);
      await expectNoWiderThan(visitor, width, language);
    }
  } finally {
    await tab.close();
  }
});

async function expectNoWiderThan(visitor: Visitor, width: number, language: string): Promise<void> {
  const reached = await visitor.evaluate(() => [
    document.documentElement.scrollWidth,
    ...[...document.querySelectorAll('header ul a, #menu-toggle')]
      .filter((control) => getComputedStyle(control).visibility === 'visible')
      .map((control) => control.getBoundingClientRect().right),
  ]);
  expect(Math.max(...reached), `${language}: ${reached}`).toBeLessThanOrEqual(width);
}

/** What Telegram's browser does for those who set text large on their phone: letters grow, and nothing else does. */
async function zoomText(visitor: Visitor, percent: number): Promise<void> {
  await visitor.evaluate((factor) => {
    const all = [...document.querySelectorAll<HTMLElement>('body, body :not(svg, svg *)')];
    for (const { style } of all) style.fontSize = '';
    const sizes = all.map((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    for (const [index, { style }] of all.entries()) style.fontSize = `${(sizes[index] ?? 0) * factor}px`;
  }, percent / 100);
  await visitor.settled();
}

/** Texts that lie beside the screen, are cut off by the box around them, or lie over another text. */
const faults = (visitor: Visitor, screenWidth: number) =>
  visitor.evaluate((screenWidth) => {
    const faults: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const boxes: { text: string; top: number; bottom: number; left: number; right: number }[] = [];
    // What is not to be seen now: hidden from sight, closed, or the carousel's other steps.
    const aside = [
      'script, style, .visually-hidden, [aria-hidden="true"], thead, #menu, [href="#content"], [data-floating]',
      'details:not([open]) > :not(summary)',
      '[id^="jarayon-"]:not(#jarayon-1)',
    ].join();
    while (walker.nextNode()) {
      const { parentElement: element, textContent } = walker.currentNode;
      const text = textContent?.trim().slice(0, 40);
      if (!text || !element || element.closest(aside)) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      for (const { top, bottom, left, right, width } of range.getClientRects()) {
        if (width < 1) continue;
        if (left < 0 || right > screenWidth + 1) faults.push(`beside the screen: ${text}`);
        for (let box = element.parentElement; box; box = box.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(box);
          const edges = box.getBoundingClientRect();
          if (overflowX !== 'visible' && (left < edges.left - 1 || right > edges.right + 1))
            faults.push(`cut: ${text}`);
          if (overflowY !== 'visible' && (top < edges.top - 1 || bottom > edges.bottom + 1))
            faults.push(`cut: ${text}`);
        }
        // Lines stand closer than their letters' boxes are high.
        const inset = (bottom - top) / 4;
        boxes.push({ text, top: top + inset, bottom: bottom - inset, left: left + 1, right: right - 1 });
      }
    }
    for (const [index, one] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) {
        const apart =
          one.right <= other.left ||
          other.right <= one.left ||
          one.bottom <= other.top ||
          other.bottom <= one.top;
        if (!apart) faults.push(`on each other: ${one.text} / ${other.text}`);
      }
    }
    return [...new Set(faults)];
  }, screenWidth);
