import { startTransition, useEffect, useState } from 'react';

/** True after hydration. `useSyncExternalStore` would render in the same task as the hydration, the longest of all. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return hydrated;
}
