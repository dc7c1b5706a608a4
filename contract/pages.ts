/**
 * Every page of the site: its path, the keys of its title and description, and its component unless that is part of the main
 * script. A page without a description is not for search engines. `isLegal`: its text is in content/legal.
 */
export const pages = {
  landing: { path: '/', title: 'meta.title', description: 'meta.description', chunk: null, isLegal: false },
  privacy: {
    path: '/privacy',
    title: 'meta.privacyTitle',
    description: 'meta.privacyDescription',
    chunk: 'site/pages/Legal/Legal.tsx',
    isLegal: true,
  },
  terms: {
    path: '/terms',
    title: 'meta.termsTitle',
    description: 'meta.termsDescription',
    chunk: 'site/pages/Legal/Legal.tsx',
    isLegal: true,
  },
  /** Served at any other path. */
  'not-found': {
    path: '/404',
    title: 'meta.notFoundTitle',
    description: null,
    chunk: 'site/pages/NotFound/NotFound.tsx',
    isLegal: false,
  },
} as const;

export type PageName = keyof typeof pages;
export const pageNames = Object.keys(pages) as PageName[];
