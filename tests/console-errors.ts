import { type BrowserContext, expect } from '@playwright/test';

/** Console errors and warnings: exceptions, hydration warnings, CSP violations. A test declares those that it provokes. */
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

  /** Must appear exactly `times` times, or at least once if omitted. */
  expected(pattern: RegExp, times?: number): void {
    this.#known.push({ pattern, fits: (found) => (times === undefined ? found > 0 : found === times) });
  }

  /** May appear: browsers log some errors only sometimes. */
  allowed(pattern: RegExp): void {
    this.#known.push({ pattern, fits: () => true });
  }

  /** Polls, because messages may arrive after the page has changed. */
  async expectNoOthers(): Promise<void> {
    await expect.poll(() => this.#wrong(), 'the console shows what the test expects').toEqual([]);
  }

  #wrong(): string[] {
    const others = this.#found.filter((message) => !this.#known.some(({ pattern }) => pattern.test(message)));
    const missing = this.#known.filter(
      ({ pattern, fits }) => !fits(this.#found.filter((message) => pattern.test(message)).length),
    );
    return [...others, ...missing.map(({ pattern }) => `expected, but missing or too frequent: ${pattern}`)];
  }
}
