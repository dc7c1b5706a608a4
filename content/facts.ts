/**
 * Every number and date of the business, each exactly once. Texts refer to them in braces: "{proPrice}". A price changed here
 * changes in all languages and in the structured data.
 */

export type MonthDay = { month: number; day: number };

export const facts = {
  grantRange: '90-100%',
  refundShare: '100%',
  refundBelow: '90%',
  clientsPerSeason: '10',

  basicPrice: '$599',
  plusPrice: '$1,899',
  proPrice: '$2,299',

  italyPrice: '$2,000',
  italyGrant: '100%',
  italyStipend: '€7,600',
  /** Years of university that must be completed first. */
  italyYears: '1',

  advanceShare: '50%',
  afterGrantShare: '40%',
  zoomPrice: '$30',

  ielts: '6.0',
  cefr: 'B2',
  highGrant: '95%+',

  emailHours: '24',
  support: '24/7',
} as const;

/** Last days to apply for the spring and the fall intake. */
export const deadlines = {
  springDeadline: { month: 10, day: 30 },
  fallDeadline: { month: 11, day: 30 },
  fallHighGrantDeadline: { month: 10, day: 30 },
  masterSpringDeadline: { month: 9, day: 30 },
  masterFallDeadline: { month: 11, day: 30 },
} as const satisfies Record<string, MonthDay>;
