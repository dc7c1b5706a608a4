import type { Language } from '../../contract/languages.ts';

/** As the switch marks it. The document's `lang` is not to be relied on: a translator writes its own language there. */
export const pageLanguage = () =>
  document.querySelector<HTMLElement>('[data-language][aria-current]')?.dataset.language as Language;
