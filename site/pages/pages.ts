import type { ComponentType } from 'react';
import { Landing } from './Landing.tsx';
import type { PageName } from './names.ts';

const legal = async () => (await import('./Legal/Legal.tsx')).Legal;

/** Few visitors open the other pages, so those are separate chunks. */
export const loadPage: Record<PageName, () => Promise<ComponentType>> = {
  landing: async () => Landing,
  privacy: legal,
  terms: legal,
  'not-found': async () => (await import('./NotFound/NotFound.tsx')).NotFound,
};
