import { readableLine } from './readable.ts';

/** The first number as phones dial it; null when in doubt. */
export const dialableNumber = (typed: string): string | null => phoneNumbers(typed)[0] ?? null;

/** People also type a second number, whose it is, or a name in Telegram. */
export function phoneNumbers(typed: string): string[] {
  // Digits within a word are part of a name: @lola_901112235.
  const runs =
    readableLine(typed).match(/(?<![\p{L}\d_])(?:\+[\s().\p{Pd}]*)?\d(?:[\s().\p{Pd}]*\d)*/gu) ?? [];
  return runs.flatMap((run) => numberOf(run) ?? []);
}

/**
 * Nine digits are an Uzbek number, perhaps after the 8 of long-distance calls. Ten after 8 or 7 are one of Russia or
 * Kazakhstan, unless they begin with 998: then a digit of an Uzbek number is missing.
 */
function numberOf(run: string): string | null {
  const digits = run.replace(/[\s().\p{Pd}]/gu, '').replace(/^00/, '+');
  const [, national] = /^(?:\+?998|8)?([1-9]\d{8})$/.exec(digits) ?? [];
  if (national) return `+998${national}`;
  const [, russian] = /^[78](?!998)([3-9]\d{9})$/.exec(digits) ?? [];
  if (russian) return `+7${russian}`;
  return /^\+(?!998)[1-9]\d{6,14}$/.test(digits) ? digits : null;
}

/** `998 90 123 45 67`: spreadsheets take it for neither a formula nor thousands. Null unless it is one number. */
export function spacedNumber(typed: string): string | null {
  const digits = numberOf(readableLine(typed))?.slice(1) ?? null;
  const split = digits?.replace(/^998(?=\d{9}$)/, '998 ');
  return split?.replace(/\B(?=(?:(?:\d{3})*\d\d)?\d\d$)/g, ' ') ?? null;
}
