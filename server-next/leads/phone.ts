import { readableLine } from './readable.ts';

/** The first number in the form that phones and messengers open, or null when what was typed leaves room for doubt. */
export const dialableNumber = (typed: string): string | null => phoneNumbers(typed)[0] ?? null;

/** Every number in what was typed, with its plus: people add a second one, whose it is, or a name in Telegram. */
export function phoneNumbers(typed: string): string[] {
  // Digits within a word are part of a name: @lola_901112235.
  const runs =
    readableLine(typed).match(/(?<![\p{L}\d_])(?:\+[\s().\p{Pd}]*)?\d(?:[\s().\p{Pd}]*\d)*/gu) ?? [];
  return runs.flatMap((run) => numberOf(run) ?? numbersSideBySide(run));
}

/** Nothing but a space between two numbers. What is left over must be a number, too, or the first may be cut wrongly. */
function numbersSideBySide(run: string): string[] {
  const words = run.split(' ');
  for (let count = 1; count < words.length; count++) {
    const first = numberOf(words.slice(0, count).join(' '));
    const rest = first && numberOf(words.slice(count).join(' '));
    if (first && rest) return [first, rest];
  }
  return [];
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

/** The digits that every way to write a number ends with, +998, 8, +7 or not at all; null for other countries' and for none. */
export function nationalNumber(typed: string): string | null {
  const [, national] = /^\+(?:998(?=\d{9}$)|7(?=\d{10}$))(\d+)/.exec(dialableNumber(typed) ?? '') ?? [];
  return national ?? null;
}

/** A spreadsheet shows so many digits as 9,98901E+12. */
const tooLongForCell = /^\d{12,}$/;

/**
 * For a cell of a spreadsheet: without the plus, which begins a formula, and its last digits in pairs, which no language
 * takes for groups of thousands. Null when it is no number, or more than that. One with a digit too many is told, too: who
 * mistyped it can still be found out.
 */
export function spacedNumber(phone: string): string | null {
  const typed = readableLine(phone);
  const digits = numberOf(typed)?.slice(1) ?? tooLongForCell.exec(typed)?.[0];
  if (!digits) return null;
  const code = digits.length === 12 && digits.startsWith('998') ? '998' : '';
  const rest = digits.slice(code.length);
  const groups = [rest.slice(-4, -2), rest.slice(-2)];
  for (let end = rest.length - 4; end > 0; end -= 3) groups.unshift(rest.slice(Math.max(0, end - 3), end));
  return [code, ...groups].filter(Boolean).join(' ');
}
