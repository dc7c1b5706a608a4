import type { LiveEvent } from '../../contract/inbox.ts';
import type { Store } from '../store/store.ts';

/** How long something done by another process may stay unseen. */
const everyMs = 1000;

/** Looks at the store while somebody listens, at short intervals and at once when this process has changed something. */
export function createWatch(store: Store) {
  const listeners = new Set<(event: LiveEvent) => void>();
  let next: (() => Promise<LiveEvent[]>) | null = null;
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let again = false;
  /** True from the first look on: what comes after it is told. */
  let begun = false;
  const waiting: (() => void)[] = [];

  function look(): void {
    if (!next) return;
    again = true;
    if (!looking) lookNow();
  }

  async function lookNow(): Promise<void> {
    clearTimeout(timer);
    looking = true;
    while (again && next) {
      again = false;
      const asked = next;
      // A store that cannot be read now is asked again: it goes on from where it was.
      const events = await asked().catch(() => null);
      if (!events || asked !== next) continue;
      begun = true;
      for (const tell of waiting.splice(0)) tell();
      for (const event of events) for (const listener of listeners) listener(event);
    }
    looking = false;
    if (!next) return;
    timer = setTimeout(look, everyMs);
    timer.unref();
  }

  function add(listener: (event: LiveEvent) => void, ready: () => void = () => {}): () => void {
    // A function of its own: the same one may listen twice.
    const own = (event: LiveEvent) => listener(event);
    listeners.add(own);
    if (begun) ready();
    else waiting.push(ready);
    if (!next) {
      next = store.followLeads();
      look();
    }
    return () => {
      listeners.delete(own);
      if (listeners.size > 0) return;
      next = null;
      begun = false;
      waiting.length = 0;
      clearTimeout(timer);
    };
  }

  return { add, look };
}
