import { userInfo } from 'node:os';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { whoLimit } from '../../contract/inbox.ts';
import { endOfTashkentDay, startOfTashkentDay } from '../../contract/tashkent-time.ts';
import { readableLine } from '../leads/readable.ts';
import { cutText } from '../outbox/cut-text.ts';

const noReference = 'The reference is missing, for example K7Q2-9F3D.';

/** Wrong arguments: one sentence, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The arguments after a command's name. */
export class Arguments {
  readonly #values: Record<string, unknown>;
  readonly #words: string[];

  constructor(args: string[], options: NonNullable<ParseArgsConfig['options']>) {
    try {
      const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
      this.#values = values;
      this.#words = positionals;
    } catch (error) {
      // Node's message goes on with advice that does not fit here.
      const [sentence = ''] = (error as Error).message.split(/\.? (?=To specify)|\n/);
      throw new UsageError(`${sentence}.`);
    }
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** One of these, or undefined when nothing was typed. */
  maybeOneOf<Choice extends string>(
    name: string,
    choices: readonly [Choice, ...Choice[]],
  ): Choice | undefined {
    return this.text(name) === undefined ? undefined : this.oneOf(name, choices);
  }

  oneOf<Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice {
    const typed = this.text(name) ?? choices[0];
    const choice = choices.find((each) => each === typed);
    if (choice === undefined)
      throw new UsageError(`--${name} must be ${choices.join(' or ')}, not '${typed}'.`);
    return choice;
  }

  count(name: string, usual: number): number {
    const typed = this.text(name) ?? String(usual);
    if (!/^[1-9]\d{0,8}$/.test(typed))
      throw new UsageError(`--${name} must be a whole number, not '${typed}'.`);
    return Number(typed);
  }

  /** A day in Tashkent (2026-11-01), or days or hours ago (7d, 24h). */
  since(now = Date.now()): Date | undefined {
    return this.#time('since', startOfTashkentDay, now);
  }

  /** The same; a day counts to its end. */
  until(now = Date.now()): Date | undefined {
    return this.#time('until', endOfTashkentDay, now);
  }

  #time(name: string, ofDay: (day: string) => Date | null, now: number): Date | undefined {
    const typed = this.text(name);
    if (typed === undefined) return undefined;
    const [, number, unit] = /^(\d{1,5})([dh])$/.exec(typed) ?? [];
    if (unit) return new Date(now - Number(number) * (unit === 'd' ? 24 : 1) * 3_600_000);
    const day = ofDay(typed);
    if (!day)
      throw new UsageError(
        `--${name} must be a day like 2026-11-01 or a period like 7d or 24h, not '${typed}'.`,
      );
    return day;
  }

  /** The system user, unless another name is given. */
  who(): string {
    const typed = this.text('as');
    const name = readableLine(typed ?? userInfo().username);
    if (name === '') throw new UsageError('--as needs a name, for example --as Aziza.');
    return cutText(name, whoLimit);
  }

  /** A reference and what follows it, quoted or not. */
  refAndText(missing: string): { ref: string; text: string } {
    const [ref, ...words] = this.#words;
    if (ref === undefined) throw new UsageError(noReference);
    if (words.length === 0) throw new UsageError(missing);
    return { ref, text: words.join(' ') };
  }

  ref(): string {
    const [ref, ...more] = this.#words;
    if (ref === undefined) throw new UsageError(noReference);
    if (more.length > 0) throw new UsageError('One reference at a time, please.');
    return ref;
  }

  nothingElse(): void {
    if (this.#words.length > 0) throw new UsageError(`Unexpected argument '${this.#words[0]}'.`);
  }
}
