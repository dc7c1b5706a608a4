import { readableLine } from './readable.ts';

/**
 * The number in the form that phones and messengers open, or null when what was typed leaves room for doubt.
 * Nine digits are a number within Uzbekistan: 90 123 45 67.
 */
export function dialableNumber(phone: string): string | null {
  const digits = readableLine(phone).replace(/[\s().\-–]/g, '');
  if (/^\+[1-9]\d{6,14}$/.test(digits)) return digits;
  if (/^998\d{9}$/.test(digits)) return `+${digits}`;
  if (/^[1-9]\d{8}$/.test(digits)) return `+998${digits}`;
  return null;
}

/**
 * For a cell of a spreadsheet: without the plus, which begins a formula, and its last digits in pairs, which no language
 * takes for groups of thousands. Null when it is no number.
 */
export function spacedNumber(phone: string): string | null {
  const digits = dialableNumber(phone)?.slice(1);
  if (!digits) return null;
  const code = digits.length === 12 && digits.startsWith('998') ? '998' : '';
  const rest = digits.slice(code.length);
  const groups = [rest.slice(-4, -2), rest.slice(-2)];
  for (let end = rest.length - 4; end > 0; end -= 3) groups.unshift(rest.slice(Math.max(0, end - 3), end));
  return [code, ...groups].filter(Boolean).join(' ');
}
