import { randomBytes } from 'node:crypto';

/**
 * Crockford's base 32: no I, L, O or U, so a reference survives being read over the telephone.
 * The PostgreSQL migration makes references of the same alphabet for leads that arrive without this program.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Eight characters are 40 bits: among 100,000 leads the next one meets a taken reference once in ten million. */
export function newRef(): string {
  // 256 is a multiple of 32, so the remainder favours no character.
  const characters = Array.from(randomBytes(8), (byte) => alphabet[byte % 32]).join('');
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}

/** Each of the first is typed for the one below it. From the fourth on they are Russian letters, which look the same. */
const typedAs = 'OILАВСЕНКМОРТУХ';
const meant = '011ABCEHKM0PTYX';

/** What a person typed, as it would be stored: any case, with or without the dash, O for 0, I or L for 1, on any keyboard. */
export function normaliseRef(typed: string): string {
  const characters = Array.from(typed.toUpperCase(), (letter) => meant[typedAs.indexOf(letter)] ?? letter)
    .join('')
    .replace(/[^0-9A-Z]/g, '');
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}
