/** Shown on both pages. Change it whenever you change the texts of this folder. */
export const legalDate = { year: 2026, month: 11, day: 20 } as const;
