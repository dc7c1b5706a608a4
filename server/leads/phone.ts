import { readableLine } from './readable.ts';

/** The first number in the form that phones and messengers open, or null when what was typed leaves room for doubt. */
export const dialableNumber = (typed: string): string | null => phoneNumbers(typed)[0] ?? null;

/** Every number in what was typed, with its plus: people add a second one, whose it is, or a name in Telegram. */
export function phoneNumbers(typed: string): string[] {
  // Digits within a word are part of a name: @lola_901112235.
  const runs =
    readableLine(typed).match(/(?<![\p{L}\d_])(?:\+[\s().\p{Pd}]*)?\d(?:[\s().\p{Pd}]*\d)*/gu) ?? [];
  return runs.flatMap((run) => numberOf(run) ?? []);
}

/**
 * Nine digits are a number within Uzbekistan, 90 123 45 67, which many still begin with the 8 of long-distance calls. Ten
 * behind an 8 or a 7 are one of Russia or Kazakhstan, but for 998: there something of an Uzbek number is missing.
 */
function numberOf(run: string): string | null {
  const digits = run.replace(/[\s().\p{Pd}]/gu, '').replace(/^00/, '+');
  const [, national] = /^(?:\+?998|8)?([1-9]\d{8})$/.exec(digits) ?? [];
  if (national) return `+998${national}`;
  const [, russian] = /^[78](?!998)([3-9]\d{9})$/.exec(digits) ?? [];
  if (russian) return `+7${russian}`;
  return /^\+(?!998)[1-9]\d{6,14}$/.test(digits) ? digits : null;
}

/**
 * For a cell of a spreadsheet: without the plus, which begins a formula, and in groups no spreadsheet takes for thousands:
 * 998 90 123 45 67. Null when it is no number, or more than that.
 */
export function spacedNumber(typed: string): string | null {
  const digits = numberOf(readableLine(typed))?.slice(1) ?? null;
  const split = digits?.replace(/^998(?=\d{9}$)/, '998 ');
  return split?.replace(/\B(?=(?:(?:\d{3})*\d\d)?\d\d$)/g, ' ') ?? null;
}
