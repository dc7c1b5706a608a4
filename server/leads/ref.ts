import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no I, L, O or U, for reading out on the phone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** At 100,000 leads the chance that a new reference is taken is one in ten million. */
export function newRef(): string {
  const characters = Array.from(randomBytes(8), (byte) => alphabet[byte % 32]).join('');
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}

export function normaliseRef(typed: string): string {
  const characters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}
