import { isLanguage, type Language } from '../../contract/languages.ts';

/** The visitor's choice stays on the device; it is the only thing the site keeps there for longer than the tab is open. */
const key = 'language';

// Storage can be forbidden (private windows, some in-app browsers), which throws: then nothing is remembered.
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
