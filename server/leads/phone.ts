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
