import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the prerendered page and while React takes it over, true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
