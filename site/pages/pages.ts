import type { ComponentType } from 'react';
import type { PageName } from '#contract/pages.ts';
import { Landing } from './Landing.tsx';

const legal = async () => (await import('./Legal/Legal.tsx')).Legal;

/** Few visitors open the other pages, so those are separate chunks. */
export const loadPage: Record<PageName, () => Promise<ComponentType>> = {
  landing: async () => Landing,
  privacy: legal,
  terms: legal,
  'not-found': async () => (await import('./NotFound/NotFound.tsx')).NotFound,
};
