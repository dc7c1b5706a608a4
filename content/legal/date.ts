/** The day the texts in this folder were last changed; both pages show it. Change it with them. */
export const legalDate = { year: 2026, month: 11, day: 19 } as const;
