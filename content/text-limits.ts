/**
 * Notes for writers and translators: where a text appears and how many characters fit, facts included. `*` is any item of a
 * list. A longer text breaks the layout or is cut off; the build refuses it. The key `nova` is our own column of the
 * comparison, `others` the competitors’.
 */
export type TextLimit = { where: string; maxLength: number };

const deadlineLabel = { where: 'a line under its date, a quarter of a tablet', maxLength: 32 };

export const textLimits: Record<string, TextLimit> = {
  'meta.title': { where: 'browser tab, title of a search result, cut off at about 60', maxLength: 60 },
  'meta.description': { where: 'text of a search result, cut off at about 160', maxLength: 160 },
  'meta.privacyDescription': { where: 'text of a search result', maxLength: 160 },
  'meta.termsDescription': { where: 'text of a search result', maxLength: 160 },

  'nav.home': { where: 'header; all five links, button and languages share one line', maxLength: 14 },
  'nav.services': { where: 'header, footer', maxLength: 14 },
  'nav.process': { where: 'header, footer', maxLength: 14 },
  'nav.about': { where: 'header, footer', maxLength: 14 },
  'nav.contact': { where: 'header', maxLength: 14 },
  'nav.consultation': { where: 'button in the header', maxLength: 14 },
  'nav.destinations': { where: 'beside the emblem, on one line', maxLength: 16 },

  'hero.badge': {
    where: 'above the title, on one line; its word for consultation decides the language of the FAQ',
    maxLength: 34,
  },
  'hero.titleFirst': { where: 'two lines of large type on a phone', maxLength: 30 },
  'hero.titleSecond': { where: 'the coloured line of the title', maxLength: 24 },
  'hero.description': { where: 'the buttons below it must fit on a small phone', maxLength: 160 },
  'hero.packages': { where: 'one of two buttons side by side', maxLength: 20 },
  'hero.register': { where: 'one of two buttons side by side', maxLength: 20 },
  'hero.stats.*.label': { where: 'under a number, in a third of a phone screen', maxLength: 48 },

  startNote: {
    where: 'small, under the buttons of the hero, on one line of a phone, and under the packages',
    maxLength: 60,
  },

  'services.popular': { where: 'a tab on the package', maxLength: 14 },
  'services.packages.*.name': { where: 'heading of a package', maxLength: 12 },
  'services.packages.*.features.*': { where: 'a line with a check mark', maxLength: 40 },
  'services.italy.details': { where: 'button', maxLength: 26 },

  'process.steps.*.title': { where: 'large, beside the rail', maxLength: 20 },
  'process.steps.*.description': { where: 'a slide of fixed height', maxLength: 130 },
  'process.hint': { where: 'one line under the carousel', maxLength: 34 },
  'process.deadlines.title': { where: 'above the picture of the year', maxLength: 36 },
  'process.deadlines.labels.springDeadline': deadlineLabel,
  'process.deadlines.labels.fallDeadline': deadlineLabel,
  'process.deadlines.labels.fallHighGrantDeadline': deadlineLabel,
  'process.deadlines.labels.masterSpringDeadline': deadlineLabel,
  'process.deadlines.labels.masterFallDeadline': deadlineLabel,
  'process.deadlines.next': { where: 'a tab on the next date, on one line', maxLength: 16 },

  'why.advantages.*.title': { where: 'heading of a card', maxLength: 34 },
  'why.comparison.aspect': { where: 'head of a column, a third of a phone screen', maxLength: 12 },
  'why.comparison.others': { where: 'head of a column, a third of a phone screen', maxLength: 12 },
  'why.comparison.nova': { where: 'head of a column, a third of a phone screen', maxLength: 12 },
  'why.comparison.rows.*.aspect': { where: 'a table cell; no word above 14', maxLength: 24 },
  'why.comparison.rows.*.others': { where: 'a table cell; no word above 14', maxLength: 36 },
  'why.comparison.rows.*.nova': { where: 'a table cell; no word above 14', maxLength: 48 },

  'faq.items.*.question': { where: 'at most three lines on a phone', maxLength: 70 },
  'faq.items.*.answer': { where: 'one paragraph', maxLength: 320 },

  'contact.promo.button': { where: 'button, at most two lines at 360 px', maxLength: 34 },
  'contact.submit': { where: 'button', maxLength: 16 },
  'contact.successTitle': { where: 'toast 356 px wide', maxLength: 32 },
  'contact.errorTitle': { where: 'toast 356 px wide', maxLength: 32 },
  'language.errorTitle': { where: 'toast 356 px wide', maxLength: 32 },
  'contact.errorDescription': { where: 'toast 356 px wide', maxLength: 80 },
  'contact.waitHint': { where: 'toast 356 px wide', maxLength: 80 },

  'floating.title': { where: 'panel 320 px wide, beside the close button', maxLength: 28 },
  'floating.open': { where: 'button in the panel', maxLength: 24 },
};
