import { type BrowserContext, expect } from '@playwright/test';

/**
 * Every error and warning that pages' consoles show: faults, hydration warnings, CSP reports. A test names those that it
 * provokes, whenever they come: a console speaks when it likes, and may do so after the page has shown the outcome.
 */
export class Complaints {
  readonly #heard: string[] = [];
  readonly #known: { pattern: RegExp; fits(times: number): boolean }[] = [];

  listenTo(context: BrowserContext): this {
    context.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      this.#heard.push(`${message.text()} (${new URL(message.location().url || 'about:blank').pathname})`);
    });
    context.on('weberror', (error) => this.#heard.push(error.error().message));
    return this;
  }

  /** These must come: so often, or at least once. */
  provoked(pattern: RegExp, times?: number): void {
    this.#known.push({
      pattern,
      fits: (heard) => (times === undefined ? heard > 0 : heard === times),
    });
  }

  /** These may come: a browser's own words, which it does not always find. */
  tolerated(pattern: RegExp): void {
    this.#known.push({ pattern, fits: () => true });
  }

  async expectNoOthers(): Promise<void> {
    await expect.poll(() => this.#amiss(), 'the console says what was provoked and nothing else').toEqual([]);
  }

  #amiss(): string[] {
    const others = this.#heard.filter(
      (complaint) => !this.#known.some(({ pattern }) => pattern.test(complaint)),
    );
    const wrong = this.#known.filter(
      ({ pattern, fits }) => !fits(this.#heard.filter((complaint) => pattern.test(complaint)).length),
    );
    return [...others, ...wrong.map(({ pattern }) => `not as often as was expected: ${pattern}`)];
  }
}
