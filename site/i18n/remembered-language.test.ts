import { afterEach, expect, test, vi } from 'vitest';
import { rememberedLanguage, rememberLanguage } from './remembered-language.ts';

afterEach(() => vi.unstubAllGlobals());

test('without storage nothing is remembered and nothing fails', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  expect(() => rememberLanguage('ru')).not.toThrow();
  expect(rememberedLanguage()).toBeNull();
});
