/** What a person does in a browser, for any engine. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import type { Tab } from './engines/engine.ts';

export type Person = Omit<Tab, 'go'> & {
  /** Opens a path of the site. */
  go(path: string): Promise<void>;
  /** Opens a path and waits until React has hydrated the page. */
  visit(path: string): Promise<void>;
  hydrated(): Promise<void>;
  back(): Promise<void>;
  /** Clicks the first visible match with this text or label. */
  click(selector: string, text?: string): Promise<void>;
  fill(selector: string, text: string): Promise<void>;
  /** The texts of all visible matches. */
  read(selector: string): Promise<string[]>;
  /** Where the first match lies in the viewport. */
  boxOf(selector: string): Promise<Box>;
  /** Waits until the page has stopped scrolling and growing. */
  settled(): Promise<void>;
};

type Box = { top: number; bottom: number; left: number; right: number };

export function personIn(tab: Tab, origin: string): Person {
  const go = (path: string) => tab.go(origin + path);
  /** Retries while the browser is navigating. */
  const evaluate: Tab['evaluate'] = async (run, ...args) => {
    for (let tries = 1; ; tries++) {
      try {
        return await tab.evaluate(run, ...args);
      } catch (error) {
        if (tries === 20) throw error;
        await pause(100);
      }
    }
  };
  const hydrated = () =>
    expect
      .poll(() => evaluate(() => document.documentElement.className), {
        message: 'the page is hydrated',
        // On a busy machine the script loads late.
        timeout: 60_000,
        intervals: [50, 100, 200],
      })
      .toMatch(/\bhydrated\b/);

  async function click(selector: string, text = ''): Promise<void> {
    let point: Awaited<ReturnType<typeof pointOf>> = 'not looked for';
    await expect(async () => {
      point = await evaluate(pointOf, selector, text);
      expect(typeof point, `${selector} ${text} ${point}`).toBe('object');
    }).toPass({ timeout: 15_000 });
    const { x, y } = point as unknown as { x: number; y: number };
    await tab.clickAt(x, y);
  }

  return {
    ...tab,
    evaluate,
    go,
    hydrated,
    async visit(path) {
      await go(path);
      await hydrated();
    },
    // Delayed, because a page that has been left cannot return a result.
    back: () => evaluate(() => void setTimeout(() => history.back(), 50)),
    click,
    async fill(selector, text) {
      await click(selector);
      await tab.type(text);
    },
    read: (selector) =>
      evaluate(
        (selector) =>
          [...document.querySelectorAll<HTMLElement>(selector)]
            .filter((element) => element.getClientRects().length > 0)
            .map((element) => element.textContent.trim()),
        selector,
      ),
    boxOf: (selector) =>
      evaluate((selector) => {
        const { top, bottom, left, right } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
        return { top, bottom, left, right } as { top: number; bottom: number; left: number; right: number };
      }, selector),
    async settled() {
      await evaluate(async () => {
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
 * Scrolls the element into view and returns where to click it, or why it cannot be clicked. Runs in the page, so it uses
 * nothing from outside.
 */
async function pointOf(selector: string, text: string): Promise<{ x: number; y: number } | string> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const element = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (one) =>
      `${one.textContent} ${one.getAttribute('aria-label')}`.includes(text) &&
      one.getClientRects().length > 0 &&
      getComputedStyle(one).visibility === 'visible',
  );
  if (!element) return 'not found';
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
  if (before.x !== after.x || before.y !== after.y) return 'moving';
  return covered() ? 'covered' : after;
}
