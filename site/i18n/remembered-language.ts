import { isLanguage, type Language } from '../../contract/languages.ts';

/** Nothing else stays on the device after the tab is closed. */
const key = 'language';

// Storage can be forbidden, which throws: then nothing is remembered.
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
