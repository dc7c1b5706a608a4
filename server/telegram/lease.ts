import { setTimeout as sleep } from 'node:timers/promises';
import type { TelegramStore } from './telegram-store.ts';

type Dependencies = {
  store: TelegramStore;
  holder: string;
  leaseMs: number;
  stopping: AbortSignal;
  /** Runs while the lease is held. It ends soon after the signal aborts. */
  work(held: AbortSignal): Promise<void>;
};

/** Of all processes that share the store, one at a time works. A crash is followed by another after the lease. */
export async function whileLeased({ store, holder, leaseMs, stopping, work }: Dependencies): Promise<void> {
  const everyMs = leaseMs / 3;
  const take = () => store.takeLease(holder, leaseMs).catch(() => null);
  while (!stopping.aborted) {
    if ((await take()) === true) {
      const lost = new AbortController();
      const held = AbortSignal.any([stopping, lost.signal]);
      await Promise.all([work(held), renew(held, lost)]);
      await store.releaseLease(holder).catch(() => {});
    }
    await wait(everyMs, stopping);
  }

  async function renew(held: AbortSignal, lost: AbortController): Promise<void> {
    let until = performance.now() + leaseMs;
    while (!held.aborted) {
      await wait(everyMs, held);
      if (held.aborted) return;
      const asked = performance.now();
      const taken = await take();
      if (taken) until = asked + leaseMs;
      // A store that is away says nothing, until the time is over: then another may have it.
      else if (taken === false || performance.now() >= until) lost.abort();
    }
  }
}

/** A sleep that the signal cuts short. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
