import { type BrowserContext, expect } from '@playwright/test';

/** Errors and warnings in the consoles of pages: faults, hydration warnings, CSP reports. A test names those that it causes. */
export class ConsoleErrors {
  readonly #found: string[] = [];
  readonly #known: { pattern: RegExp; fits(times: number): boolean }[] = [];

  listenTo(context: BrowserContext): this {
    context.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      this.#found.push(`${message.text()} (${new URL(message.location().url || 'about:blank').pathname})`);
    });
    context.on('weberror', (error) => this.#found.push(error.error().message));
    return this;
  }

  /** These must appear `times` times, or at least once. */
  expected(pattern: RegExp, times?: number): void {
    this.#known.push({ pattern, fits: (found) => (times === undefined ? found > 0 : found === times) });
  }

  /** These may come: browsers report some errors of their own only sometimes. */
  allowed(pattern: RegExp): void {
    this.#known.push({ pattern, fits: () => true });
  }

  /** Waits, because messages may arrive after the page has shown the outcome. */
  async expectNoOthers(): Promise<void> {
    await expect.poll(() => this.#wrong(), 'the console shows what the test expects').toEqual([]);
  }

  #wrong(): string[] {
    const others = this.#found.filter((message) => !this.#known.some(({ pattern }) => pattern.test(message)));
    const missing = this.#known.filter(
      ({ pattern, fits }) => !fits(this.#found.filter((message) => pattern.test(message)).length),
    );
    return [...others, ...missing.map(({ pattern }) => `not as often as expected: ${pattern}`)];
  }
}
