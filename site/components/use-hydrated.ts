import { startTransition, useEffect, useState } from 'react';

/**
 * False in the prerendered page and while React takes it over, true from then on. As a transition: `useSyncExternalStore`
 * would draw what depends on it in the very task in which the page was taken over, the longest of all.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return hydrated;
}
