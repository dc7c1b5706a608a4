import { afterEach, expect, test, vi } from 'vitest';
import { findChromium } from './browsers.ts';

afterEach(() => vi.unstubAllEnvs());

test('CHROMIUM_PATH decides which Chromium is used', () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath);
  expect(findChromium()).toBe(process.execPath);
});

test('a CHROMIUM_PATH that points to nothing is an error', () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
  expect(findChromium).toThrow('CHROMIUM_PATH points to /nowhere/chromium, which does not exist.');
});
