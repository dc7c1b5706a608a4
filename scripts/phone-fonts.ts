import { spawnSync } from 'node:child_process';
import { chromium } from '@playwright/test';
import { findOrGet, type Machine, thisMachine } from './browsers.ts';

/** What Androids have, and the double of what iPhones and Windows have: text must not move on any of them. */
export const phoneFonts = ['Roboto', 'Liberation Sans'] as const;

/** Only Linux lets a browser be shown some fonts and not others; elsewhere the tests take those there are. */
export function getPhoneFonts(machine: Machine = thisMachine(chromium)): void {
  if (process.platform !== 'linux') return;
  findOrGet(
    {
      name: 'the fonts of phones',
      find: ({ env }) =>
        phoneFonts.every((family) => spawnSync('fc-list', [family], { env }).stdout?.length) || undefined,
      packages: ['fontconfig', 'fonts-roboto-unhinted', 'fonts-liberation'],
      advice: `${phoneFonts.join(' and ')}, and fc-list`,
    },
    machine,
  );
}
