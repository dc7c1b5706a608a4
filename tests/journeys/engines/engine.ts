/** What a journey needs of a browser, small enough for both WebDriver and WebDriver BiDi. */
export type Size = { width: number; height: number };

export type Tab = {
  go(address: string): Promise<void>;
  /** Runs in the page; the result has to fit into JSON. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Clicks with the mouse at this point of the screen. */
  clickAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  reload(): Promise<void>;
  screenshot(file: string): Promise<void>;
  close(): Promise<void>;
};

export type Key = 'Tab' | 'Enter' | 'Escape';

export type Engine = {
  /** A tab without cookies. Storage is separate as well: each test has a port of its own. */
  open(): Promise<Tab>;
  close(): Promise<void>;
};

/** Both protocols take a function as text. */
export const expressionOf = (run: (...args: never[]) => unknown, args: unknown[]): string =>
  `(${run})(...${JSON.stringify(args)})`;
