/** Finds the browsers for the tests and the bench, or installs them. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

/** Without Chromium's own requests and background work. */
export const chromiumArgs = [
  // The sandbox does not start as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // Each window would load a second page for its address bar.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
];

const fullChromium = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The headless shell is three times as fast as the full browser. */
export const findChromium = () => onPath('chromium-headless-shell', ...fullChromium);
const findFullChromium = () => onPath(...fullChromium);
export const findFirefox = () => onPath('firefox-esr', 'firefox');
/** The driver, if WebKitGTK and a virtual screen are there too. */
export const findWebKit = () =>
  succeeds('/usr/bin/python3', '-c', "import gi; gi.require_version('WebKit2', '4.1')") && onPath('Xvfb')
    ? onPath('WebKitWebDriver')
    : undefined;

export const findOrInstallChromium = () => findOrInstall('Chromium', findChromium, 'chromium-headless-shell');
export const findOrInstallFullChromium = () => findOrInstall('Chromium', findFullChromium, 'chromium');
export const findOrInstallFirefox = () => findOrInstall('Firefox', findFirefox, 'firefox-esr');
export const findOrInstallWebKit = () =>
  findOrInstall('WebKit', findWebKit, 'webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1');

function findOrInstall<Found>(name: string, find: () => Found | undefined, ...packages: string[]): Found {
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

/** The first program that exists. Names are looked up on the PATH. */
function onPath(...names: string[]): string | undefined {
  const folders = process.env.PATH?.split(delimiter) ?? [];
  return names.flatMap((name) => folders.map((folder) => resolve(folder, name))).find(existsSync);
}
