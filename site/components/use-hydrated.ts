import { startTransition, useEffect, useState } from 'react';

/** `useSyncExternalStore` would render in the same task as the hydration, which is the longest already. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return hydrated;
}
