/** Finds the browsers that the tests and the benchmark open, or installs them. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

/** Keeps Chromium from making requests or using the processor for anything but the page. */
export const chromiumArgs = [
  // There is no sandbox for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // Otherwise each window loads a second page for its address bar.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
];

const wholeChromium = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
export const phoneFonts = ['Roboto', 'Liberation Sans'];

/** The headless shell draws no window, which makes a visit three times quicker. */
export const findChromium = () =>
  named('CHROMIUM_PATH') ?? onPath('chromium-headless-shell', ...wholeChromium);
const findWholeChromium = () => named('CHROMIUM_PATH') ?? onPath(...wholeChromium);
export const findFirefox = () => named('FIREFOX_PATH') ?? onPath('firefox-esr', 'firefox');
/** The driver, if the screen in memory and the library are there as well. */
export const findWebKit = () =>
  succeeds('/usr/bin/python3', '-c', "import gi; gi.require_version('WebKit2', '4.1')") && onPath('Xvfb')
    ? onPath('WebKitWebDriver')
    : undefined;
/** Only Linux can show a browser some fonts and not others. */
const findPhoneFonts = () =>
  process.platform !== 'linux' || phoneFonts.every((font) => succeeds('fc-list', '--quiet', font));

export const getChromium = () => get('Chromium', findChromium, 'chromium-headless-shell');
export const getWholeChromium = () => get('Chromium', findWholeChromium, 'chromium');
export const getFirefox = () => get('Firefox', findFirefox, 'firefox-esr');
export const getWebKit = () =>
  get('WebKit', findWebKit, 'webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1');
/** The fonts of Android, and those that stand in for the ones of iPhones and Windows. */
export const getPhoneFonts = () =>
  get(phoneFonts.join(' and '), findPhoneFonts, 'fontconfig', 'fonts-roboto-unhinted', 'fonts-liberation');

function get<Found>(name: string, find: () => Found | undefined, ...packages: string[]): Found {
  const found = find();
  if (found) return found;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log(`${name}: not found, installing with \`apt-get install ${packages.join(' ')}\`.`);
    spawnSync('apt-get', ['update'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = find();
    if (installed) return installed;
  }
  throw new Error(`${name}: not found, please install. On Debian: apt install ${packages.join(' ')}`);
}

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

function named(variable: string): string | undefined {
  const path = process.env[variable];
  if (path && !existsSync(path)) throw new Error(`${variable} points to ${path}, which does not exist.`);
  return path || undefined;
}

/** The first of these names on the PATH; one that is a path stands for itself. */
function onPath(...names: string[]): string | undefined {
  const folders = process.env.PATH?.split(delimiter) ?? [];
  return names.flatMap((name) => folders.map((folder) => resolve(folder, name))).find(existsSync);
}
