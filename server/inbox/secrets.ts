import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, as they stand in a cookie or an address. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const isSecret = (text: string | undefined): text is string =>
  text !== undefined && /^[\w-]{43}$/.test(text);

/** What is stored of a secret. Found by its index: a hash tells a guesser nothing about how near the guess was. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/**
 * What is stored of a code. Forty bits alone could be tried out by whoever reads the table; made with the secret of the
 * browser that asked, the hash is of no use to anybody else.
 */
export const codeHash = (secret: string, code: string): string =>
  createHmac('sha256', secret).update(code).digest('base64url');

/** Takes the same time wherever the two differ. */
export function sameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'base64url'), Buffer.from(other, 'base64url')];
  return a.length === b.length && timingSafeEqual(a, b);
}
