/** Texts that are the same in every language, on purpose. */
export const fixed = {
  /** The FAQ's heading stays Uzbek everywhere; the page marks it `lang="uz"`. */
  faqHeading: 'Koʻp soʻraladigan savollar',
  notFoundCode: '404',
  notFoundMessage: 'Oops! Page not found',
  errorHeading: 'Unexpected Application Error!',
  phonePlaceholder: '+998 XX XXX XX XX',
} as const;
