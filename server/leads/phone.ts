import { readableLine } from './readable.ts';

/** The first number as it is dialled, `+998901234567`; null when in doubt. */
export const dialableNumber = (typed: string): string | null => phoneNumbers(typed)[0] ?? null;

/** The field may also contain a second number, the owner's name or a Telegram user name. */
export const phoneNumbers = (typed: string): string[] =>
  numbersIn(readableLine(typed)).map(({ number }) => number);

/** `text`: the number as it is written in the line. */
export function numbersIn(line: string): { number: string; text: string; index: number }[] {
  // Digits in a word belong to a name, such as @lola_901112235.
  const runs = line.matchAll(/(?<![\p{L}\d_])(?:\+[\s().\p{Pd}]*)?\d(?:[\s().\p{Pd}]*\d)*/gu);
  return [...runs].flatMap(({ 0: text, index }) => {
    const number = numberOf(text);
    return number ? [{ number, text, index }] : [];
  });
}

/**
 * Nine digits are an Uzbek number, perhaps after the 8 of long-distance calls. Ten digits after 8 or 7 are a number in Russia
 * or Kazakhstan, unless they begin with 998: then it is an Uzbek number with a digit missing.
 */
function numberOf(run: string): string | null {
  const digits = run.replace(/[\s().\p{Pd}]/gu, '').replace(/^00/, '+');
  const [, national] = /^(?:\+?998|8)?([1-9]\d{8})$/.exec(digits) ?? [];
  if (national) return `+998${national}`;
  const [, russian] = /^[78](?!998)([3-9]\d{9})$/.exec(digits) ?? [];
  if (russian) return `+7${russian}`;
  return /^\+(?!998)[1-9]\d{6,14}$/.test(digits) ? digits : null;
}

/** `998 90 123 45 67`, which spreadsheets read neither as a formula nor as an amount. Null unless it is one number. */
export function spacedNumber(typed: string): string | null {
  const line = readableLine(typed);
  const number = numberOf(line);
  const [, ...groups] = /^\+(998|7)(\d{2,3})(\d{3})(\d\d)(\d\d)$/.exec(number ?? '') ?? [];
  if (groups.length > 0) return groups.join(' ');
  const foreign = number && line.replace(/^\+/, '');
  return foreign && (/\D/.test(foreign) ? foreign : foreign.replace(/\d{3}(?=\d)/g, '$& '));
}
