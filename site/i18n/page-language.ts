import type { Language } from '#contract/languages.ts';

/** From the language switch, because a translating browser changes the document's `lang`. */
export const pageLanguage = () =>
  document.querySelector<HTMLElement>('[data-language][aria-current]')?.dataset.language as Language;
