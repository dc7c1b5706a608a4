/** Where tests keep what nobody will want again. */
import { existsSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** All databases of all tests that run at once, four times. */
const plenty = 6 * 1024 ** 3;

/** In memory where there is plenty: a database is copied in half the time, and nobody waits for a disk. */
export function throwawayPlace(): string {
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return Math.min(bavail * bsize, freemem()) > plenty ? inMemory : tmpdir();
}
