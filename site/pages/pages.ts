import type { ComponentType } from 'react';
import { Landing } from './Landing.tsx';
import type { PageName } from './names.ts';

const legal = async () => (await import('./Legal/Legal.tsx')).Legal;

/** Few visitors open the other pages, so these are chunks of their own. */
export const loadPage: Record<PageName, () => Promise<ComponentType>> = {
  landing: async () => Landing,
  privacy: legal,
  terms: legal,
  'not-found': async () => (await import('./NotFound/NotFound.tsx')).NotFound,
};
