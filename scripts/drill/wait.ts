import { setTimeout as sleep } from 'node:timers/promises';

export const between = (least: number, most: number): number => least + Math.random() * (most - least);

/** Resolves with the milliseconds it took until `reached` was true. Every wait of the drill has an end. */
export async function until(
  what: string,
  reached: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<number> {
  const began = performance.now();
  while (!(await reached())) {
    if (performance.now() - began > withinMs)
      throw new Error(`${what}: not within ${Math.round(withinMs / 1000)} s`);
    await sleep(30);
  }
  return performance.now() - began;
}
