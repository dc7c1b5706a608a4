import { spawnSync } from 'node:child_process';
import { webkit } from '@playwright/test';
import { downloaded, findOrGet, isExecutable, type Machine, onPath, thisMachine } from './browsers.ts';

/** Debian's parts of a WebKit that can be driven: its WebDriver, a screen in memory, and a Python that opens windows. */
export type WebKitParts = { driver: string; screen: string; python: string };

/** Playwright's build, or the system's in parts. */
export type WebKit = { ofPlaywright: string } | WebKitParts;

/** Debian's bindings belong to Debian's Python, which need not be the first one on the PATH. */
const debianPython = '/usr/bin/python3';

export function findWebKit(machine: Machine = thisMachine(webkit)): WebKit | undefined {
  const driver = onPath(['WebKitWebDriver'], machine);
  const screen = onPath(['Xvfb'], machine);
  const python = [onPath(['python3'], machine), debianPython].find((path) => path && opensViews(path));
  if (driver && screen && python) return { driver, screen, python };
  const own = downloaded(machine);
  return own ? { ofPlaywright: own } : undefined;
}

const opensViews = (python: string): boolean =>
  isExecutable(python) &&
  spawnSync(python, ['-c', "import gi; gi.require_version('WebKit2', '4.1')"], { stdio: 'ignore' }).status ===
    0;

const packages = ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1'];

export const getWebKit = (machine: Machine = thisMachine(webkit)): WebKit =>
  findOrGet(
    {
      name: 'WebKit',
      browser: 'webkit',
      find: findWebKit,
      packages,
      advice: `Debian's ${packages.join(', ')}`,
    },
    machine,
  );
