/** Texts that are deliberately the same in every language. */
export const fixed = {
  faqHeading: 'Koʻp soʻraladigan savollar',
  notFoundCode: '404',
  notFoundMessage: 'Oops! Page not found',
  errorHeading: 'Unexpected Application Error!',
  phonePlaceholder: '+998 XX XXX XX XX',
} as const;
