/**
 * What a journey asks of a browser: the little that Playwright, WebDriver BiDi and WebDriver all can, so that a journey
 * is written once. What can be made out of these is made in ../visitor.ts.
 */
export const engineNames = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof engineNames)[number];

export type Device = {
  width: number;
  height: number;
  /** A finger's screen: scroll bars lie over the page, and the page's own viewport counts. */
  phone?: boolean;
  /** The text size chosen in the browser's settings, in pixels; 16 unless told. */
  textSize?: number;
  reducedMotion?: boolean;
};

export type Tab = {
  go(address: string): Promise<void>;
  /** Runs in the page; what it returns is awaited and has to fit into JSON. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** A real click of the mouse at this point of the screen. */
  clickAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  reload(): Promise<void>;
  screenshot(file: string): Promise<void>;
  /** The page on paper, as PDF. */
  print(): Promise<Uint8Array>;
  close(): Promise<void>;
};

export type Key = 'Tab' | 'Enter' | 'Escape' | 'Space' | 'ArrowDown' | 'ArrowUp' | 'End' | 'Home';

export type Engine = {
  /** A tab that remembers nothing of those before it. */
  open(device: Device): Promise<Tab>;
  close(): Promise<void>;
};

/** As an expression: of the three ways to hand a function over, text is the one that all have. */
export const expressionOf = (run: (...args: never[]) => unknown, args: unknown[]): string =>
  `(${run})(...${JSON.stringify(args)})`;
