import { firefox } from '@playwright/test';
import { downloaded, findOrGet, type Machine, named, onPath, thisMachine } from './browsers.ts';

/** Playwright's build and any other one are driven in different ways. */
export type Firefox = { path: string; ofPlaywright: boolean };

export function findFirefox(machine: Machine = thisMachine(firefox)): Firefox | undefined {
  const path = named('FIREFOX_PATH', machine) ?? onPath(['firefox-esr', 'firefox'], machine);
  if (path) return { path, ofPlaywright: false };
  const own = downloaded(machine);
  return own ? { path: own, ofPlaywright: true } : undefined;
}

export const getFirefox = (machine: Machine = thisMachine(firefox)): Firefox =>
  findOrGet(
    {
      name: 'Firefox',
      browser: 'firefox',
      find: findFirefox,
      packages: ['firefox-esr'],
      advice: 'one, or name it in FIREFOX_PATH',
    },
    machine,
  );
