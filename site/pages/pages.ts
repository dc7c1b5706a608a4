import type { ComponentType } from 'react';
import type { PageName } from './names.ts';

const legal = async () => (await import('./Legal/Legal.tsx')).Legal;

/** Each page's component is a chunk of its own. */
export const loadPage: Record<PageName, () => Promise<ComponentType>> = {
  landing: async () => (await import('./Landing.tsx')).Landing,
  privacy: legal,
  terms: legal,
  'not-found': async () => (await import('./NotFound/NotFound.tsx')).NotFound,
};
