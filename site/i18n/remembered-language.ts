import { isLanguage, type Language } from '#contract/languages.ts';

/** The only thing that stays on the device after the tab is closed; the privacy policy says so. */
const key = 'language';

// Storage throws where it is forbidden.
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language);
  } catch {}
}

export function rememberedLanguage(): Language | null {
  let value: unknown;
  try {
    value = localStorage.getItem(key);
  } catch {}
  return isLanguage(value) ? value : null;
}
