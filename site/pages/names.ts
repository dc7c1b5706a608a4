/** The 404 page is served at any other path. */
export const pagePaths = { landing: '/', privacy: '/privacy', terms: '/terms', 'not-found': '/404' } as const;

export type PageName = keyof typeof pagePaths;
export const pageNames = Object.keys(pagePaths) as PageName[];
