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

export const findChromium = (machine: Machine = thisMachine(chromium)): string | undefined =>
  named('CHROMIUM_PATH', machine) ??
  onPath(['chromium', 'chromium-browser', 'google-chrome'], machine) ??
  downloaded(machine);

export const getChromium = (machine: Machine = thisMachine(chromium)): string =>
  findOrGet(
    {
      name: 'Chromium',
      find: findChromium,
      packages: ['chromium'],
      advice: 'one, or name it in CHROMIUM_PATH',
    },
    machine,
  );
