import { existsSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** Four times what all tests that run at once need. */
const plenty = 6 * 1024 ** 3;

/** For files that a test deletes: in memory where there is plenty, because disks are slow. */
export function throwawayPlace(): string {
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return Math.min(bavail * bsize, freemem()) > plenty ? inMemory : tmpdir();
}
