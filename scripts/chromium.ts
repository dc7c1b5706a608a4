import { chromium } from '@playwright/test';
import { downloaded, findOrGet, type Machine, named, onPath, thisMachine } from './browsers.ts';

/** Chromium has no sandbox for root. */
export const rootArgs = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Nothing a browser does on its own account: only the pages make requests, and only they use the processor. */
export const chromiumArgs = [
  ...rootArgs,
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // The address bar's list is a page of its own by now, which loads with every window beside the one that is tested.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
];

/**
 * What the tests open: the shell, as Playwright's own, because it draws pages and no window around them, which makes a
 * visit three times quicker.
 */
export const findChromium = (machine: Machine = thisMachine(chromium)): string | undefined =>
  named('CHROMIUM_PATH', machine) ??
  onPath(['chromium-headless-shell', ...wholeBrowsers], machine) ??
  downloaded(machine);

export const getChromium = (machine: Machine = thisMachine(chromium)): string =>
  findOrGet({ ...wanted, find: findChromium, packages: ['chromium-headless-shell'] }, machine);

/** What the benchmark measures: the browser as people have it. */
export const getWholeChromium = (machine: Machine = thisMachine(chromium)): string =>
  findOrGet(
    {
      ...wanted,
      find: () => named('CHROMIUM_PATH', machine) ?? onPath(wholeBrowsers, machine) ?? downloaded(machine),
      packages: ['chromium'],
    },
    machine,
  );

const wholeBrowsers = ['chromium', 'chromium-browser', 'google-chrome'];
const wanted = { name: 'Chromium', browser: 'chromium', advice: 'one, or name it in CHROMIUM_PATH' } as const;
