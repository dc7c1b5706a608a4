/** A visitor with a browser, whatever its engine is. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import type { Tab } from './engines/engine.ts';

export type Visitor = Omit<Tab, 'go'> & {
  /** Goes to a path of the site. */
  go(path: string): Promise<void>;
  /** Also waits until React has hydrated the page. */
  visit(path: string): Promise<void>;
  alive(): Promise<void>;
  back(): Promise<void>;
  /** Clicks the first visible match with this text or label. */
  click(selector: string, text?: string): Promise<void>;
  fill(selector: string, text: string): Promise<void>;
  /** The texts of all that match and are visible. */
  read(selector: string): Promise<string[]>;
  /** Where the first match lies on the screen. */
  place(selector: string): Promise<Place>;
  /** Waits until the page has stopped scrolling and growing. */
  settled(): Promise<void>;
};

type Place = { top: number; bottom: number; left: number; right: number };

export function visitorIn(tab: Tab, origin: string): Visitor {
  const go = (path: string) => tab.go(origin + path);
  /** Repeats the question while the browser is between two pages. */
  const ask: Tab['evaluate'] = async (run, ...args) => {
    for (let tries = 1; ; tries++) {
      try {
        return await tab.evaluate(run, ...args);
      } catch (error) {
        if (tries === 20) throw error;
        await pause(100);
      }
    }
  };
  const alive = () =>
    expect
      .poll(() => ask(() => document.documentElement.className), {
        message: 'the page is alive',
        // On a busy machine its script may come late.
        timeout: 60_000,
        intervals: [50, 100, 200],
      })
      .toMatch(/\bhydrated\b/);

  async function click(selector: string, text = ''): Promise<void> {
    let point: Awaited<ReturnType<typeof pointOf>> = 'not looked for';
    await expect(async () => {
      point = await ask(pointOf, selector, text);
      expect(typeof point, `${selector} ${text} ${point}`).toBe('object');
    }).toPass({ timeout: 15_000 });
    const { x, y } = point as unknown as { x: number; y: number };
    await tab.clickAt(x, y);
  }

  return {
    ...tab,
    evaluate: ask,
    go,
    alive,
    async visit(path) {
      await go(path);
      await alive();
    },
    // A moment later: a page that is left before it has answered would never answer.
    back: () => ask(() => void setTimeout(() => history.back(), 50)),
    click,
    async fill(selector, text) {
      await click(selector);
      await tab.type(text);
    },
    read: (selector) =>
      ask(
        (selector) =>
          [...document.querySelectorAll<HTMLElement>(selector)]
            .filter((element) => element.getClientRects().length > 0)
            .map((element) => element.textContent.trim()),
        selector,
      ),
    place: (selector) =>
      ask((selector) => {
        const { top, bottom, left, right } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
        return { top, bottom, left, right } as { top: number; bottom: number; left: number; right: number };
      }, selector),
    async settled() {
      await ask(async () => {
        const position = () => `${scrollY} ${document.documentElement.scrollHeight}`;
        for (let still = 0, last = ''; still < 6; ) {
          await new Promise((resolve) => setTimeout(resolve, 50));
          still = position() === last ? still + 1 : 0;
          last = position();
        }
      });
    },
  };
}

/**
 * Where to click the element, or why it cannot be clicked. Scrolls it onto the screen first. Runs in the page, so it can
 * use nothing from outside.
 */
async function pointOf(selector: string, text: string): Promise<{ x: number; y: number } | string> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const element = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (one) =>
      `${one.textContent} ${one.getAttribute('aria-label')}`.includes(text) &&
      one.getClientRects().length > 0 &&
      getComputedStyle(one).visibility === 'visible',
  );
  if (!element) return 'is not there';
  const centre = () => {
    const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const covered = () => {
    const { x, y } = centre();
    const hit = document.elementFromPoint(x, y);
    return !hit || !(element.contains(hit) || hit.contains(element));
  };
  if (covered()) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = centre();
  await nextFrame();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const after = centre();
  if (before.x !== after.x || before.y !== after.y) return 'is moving';
  return covered() ? 'lies under something' : after;
}
