import { afterEach, expect, test, vi } from 'vitest';
import { rememberedLanguage, rememberLanguage } from './remembered-language.ts';

const storage = (initial: Record<string, string> = {}) => {
  const values = new Map(Object.entries(initial));
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
};

afterEach(() => vi.unstubAllGlobals());

test('the chosen language is remembered', () => {
  vi.stubGlobal('localStorage', storage());
  expect(rememberedLanguage()).toBeNull();
  rememberLanguage('ru');
  expect(rememberedLanguage()).toBe('ru');
});

test('what is no language of the site is not believed', () => {
  vi.stubGlobal('localStorage', storage({ language: 'de' }));
  expect(rememberedLanguage()).toBeNull();
});

test('where storage is forbidden nothing is remembered and nothing breaks', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  expect(() => rememberLanguage('ru')).not.toThrow();
  expect(rememberedLanguage()).toBeNull();
});
