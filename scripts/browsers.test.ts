import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Machine } from './browsers.ts';
import { findChromium, getChromium, getWholeChromium } from './chromium.ts';
import { findFirefox, getFirefox } from './firefox.ts';
import { getPhoneFonts } from './phone-fonts.ts';
import { getWebKit } from './webkit.ts';

vi.spyOn(console, 'log').mockImplementation(() => {});

const dirs: string[] = [];
afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true });
});

/** A machine whose only programs are the given shell scripts. */
function machine(programs: Record<string, string>, options: Partial<Machine> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'machine-'));
  dirs.push(dir);
  const program = (name: string, script: string) => {
    writeFileSync(join(dir, name), `#!/bin/sh\ncd ${dir}\n${script}\n`);
    chmodSync(join(dir, name), 0o755);
  };
  for (const [name, script] of Object.entries(programs)) program(name, script);
  return { env: { PATH: dir }, ownBrowser: join(dir, 'own'), debianRoot: false, ...options, dir };
}
const puts = (...names: string[]) =>
  names.map((name) => `echo '#!/bin/sh' > ${name} && /bin/chmod +x ${name}`).join(' && ');
const aptGives = (...names: string[]) => ({ 'apt-get': `case "$*" in *install*) ${puts(...names)};; esac` });

describe('Chromium', () => {
  test('the one named in CHROMIUM_PATH is taken before any other', () => {
    const { dir, ...rest } = machine({ chromium: '', mine: '' });
    expect(findChromium({ ...rest, env: { PATH: dir, CHROMIUM_PATH: join(dir, 'mine') } })).toBe(
      join(dir, 'mine'),
    );
  });

  test('a CHROMIUM_PATH that leads nowhere is an error, not a reason to take another', () => {
    const { dir, ...rest } = machine({ chromium: '' });
    const env = { PATH: dir, CHROMIUM_PATH: join(dir, 'none') };
    expect(() => findChromium({ ...rest, env })).toThrow(/CHROMIUM_PATH names .*none/);
  });

  test('one on the PATH is found under its usual names', () => {
    for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
      const { dir, ...rest } = machine({ [name]: '' });
      expect(getChromium(rest)).toBe(join(dir, name));
    }
  });

  test('the tests take the shell where there is one, and the benchmark never does', () => {
    const { dir, ...rest } = machine({ chromium: '', 'chromium-headless-shell': '' });
    expect(getChromium(rest)).toBe(join(dir, 'chromium-headless-shell'));
    expect(getWholeChromium(rest)).toBe(join(dir, 'chromium'));
  });

  test("Playwright's own is found when it was downloaded before", () => {
    const { dir, ...rest } = machine({ own: '' });
    expect(getChromium(rest)).toBe(join(dir, 'own'));
  });

  test('on Debian as root it is installed as a package', () => {
    const { dir, ...rest } = machine(aptGives('chromium-headless-shell'), { debianRoot: true });
    expect(getChromium(rest)).toBe(join(dir, 'chromium-headless-shell'));
  });

  test('elsewhere, and when packages cannot be had, Playwright downloads it', () => {
    for (const debianRoot of [false, true]) {
      const { dir, ...rest } = machine({ 'apt-get': 'exit 100', playwright: puts('own') }, { debianRoot });
      expect(getChromium(rest)).toBe(join(dir, 'own'));
    }
  });
});

describe('Firefox', () => {
  test("the system's and Playwright's are told apart", () => {
    const system = machine({ 'firefox-esr': '', own: '' });
    expect(findFirefox(system)).toEqual({ path: join(system.dir, 'firefox-esr'), ofPlaywright: false });
    const own = machine({ own: '' });
    expect(findFirefox(own)).toEqual({ path: join(own.dir, 'own'), ofPlaywright: true });
  });

  test('on Debian as root it is installed as a package, elsewhere Playwright downloads it', () => {
    const debian = machine(aptGives('firefox-esr'), { debianRoot: true });
    expect(getFirefox(debian)).toEqual({ path: join(debian.dir, 'firefox-esr'), ofPlaywright: false });
    const other = machine({ playwright: puts('own') });
    expect(getFirefox(other)).toEqual({ path: join(other.dir, 'own'), ofPlaywright: true });
  });
});

describe('WebKit', () => {
  const parts = (dir: string) => ({
    driver: join(dir, 'WebKitWebDriver'),
    screen: join(dir, 'Xvfb'),
    python: join(dir, 'python3'),
  });

  test("Debian's parts make one, and are installed when only some are there", () => {
    const { dir, ...rest } = machine(
      { ...aptGives('WebKitWebDriver', 'Xvfb', 'python3'), WebKitWebDriver: '' },
      { debianRoot: true },
    );
    expect(getWebKit(rest)).toEqual(parts(dir));
    expect(getWebKit(rest)).toEqual(parts(dir));
  });

  test('elsewhere Playwright downloads it', () => {
    const { dir, ...rest } = machine({ WebKitWebDriver: '', playwright: puts('own') });
    expect(getWebKit(rest)).toEqual({ ofPlaywright: join(dir, 'own') });
  });
});

test("phones' fonts are found where the system lists them, and else installed", () => {
  const lists = (listed: string) => ({ 'fc-list': `case "$*" in ${listed}) echo "$*";; esac` });
  expect(() => getPhoneFonts(machine(lists('*')))).not.toThrow();
  expect(() => getPhoneFonts(machine(lists('Roboto')))).toThrow(
    /need the fonts of phones: .*Liberation Sans/,
  );
  const debian = { 'fc-list': '[ -e fonts ] && echo here', ...aptGives('fonts') };
  expect(() => getPhoneFonts(machine(debian, { debianRoot: true }))).not.toThrow();
});

test('when nothing helps, one sentence says so', () => {
  const nothing = machine({ 'apt-get': 'exit 100', playwright: 'exit 1' }, { debianRoot: true });
  expect(() => getChromium(nothing)).toThrow(/^The browser tests need Chromium: .* CHROMIUM_PATH\.$/);
  expect(() => getFirefox(nothing)).toThrow(/^The browser tests need Firefox: .* FIREFOX_PATH\.$/);
  expect(() => getWebKit(nothing)).toThrow(/^The browser tests need WebKit: .*webkit2gtk-driver.*\.$/);
});
