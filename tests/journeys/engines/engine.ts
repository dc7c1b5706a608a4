/** The browser features that journeys need, implemented with WebDriver (WebKit) and WebDriver BiDi (Firefox). */
export type Size = { width: number; height: number };

export type Tab = {
  go(address: string): Promise<void>;
  /** Runs the function in the page; its result must be JSON. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Clicks with the mouse at this point of the viewport. */
  clickAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  reload(): Promise<void>;
  screenshot(file: string): Promise<void>;
  close(): Promise<void>;
};

export type Key = 'Tab' | 'Enter' | 'Escape';

export type Engine = {
  /** A tab without cookies. Storage is separate too, because each test has its own port and so its own origin. */
  open(): Promise<Tab>;
  close(): Promise<void>;
};

/** Both protocols expect the function's source. */
export const expressionOf = (run: (...args: never[]) => unknown, args: unknown[]): string =>
  `(${run})(...${JSON.stringify(args)})`;
