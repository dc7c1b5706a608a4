import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, for a cookie or a one-time link. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The database keeps only hashes of secrets. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** A code has only 40 bits: without the browser's secret as key it could be guessed from its hash. */
export const codeHash = (secret: string, code: string): string =>
  createHmac('sha256', secret).update(code).digest('base64url');

export const sameHash = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(one), Buffer.from(other));
