/** Finds a Chromium for the browser tests or gets one; the tests are never skipped for want of it. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

export type Machine = {
  env: Record<string, string | undefined>;
  /** Where Playwright keeps the browser it downloads. */
  ownBrowser: string;
  /** May install Debian packages. */
  debianRoot: boolean;
};

const thisMachine = (): Machine => ({
  env: process.env,
  ownBrowser: chromium.executablePath(),
  debianRoot: existsSync('/etc/debian_version') && process.getuid?.() === 0,
});

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

export function findChromium({ env, ownBrowser }: Machine = thisMachine()): string | undefined {
  if (env.CHROMIUM_PATH) {
    if (isExecutable(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    throw new Error(`CHROMIUM_PATH names ${env.CHROMIUM_PATH}, which is no program that can be run.`);
  }
  const folders = env.PATH?.split(delimiter) ?? [];
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ownBrowser].find(isExecutable);
}

/**
 * On Debian as root the package comes first: it brings the libraries that Playwright's download would then miss,
 * and in a closed network a package mirror is there more often than Playwright's server.
 */
export function getChromium(machine: Machine = thisMachine()): string {
  const found = findChromium(machine);
  if (found) return found;

  for (const { how, commands } of waysToGet(machine)) {
    console.log(`No Chromium was found; getting one with ${how}.`);
    // The first that fails ends this way. Ten minutes are enough for a slow download, not for a hanging one.
    const done = commands.every(
      ([command, ...args]) =>
        spawnSync(command as string, args, {
          stdio: 'inherit',
          timeout: 600_000,
          env: { ...machine.env, ...quick },
        }).status === 0,
    );
    const got = done ? findChromium(machine) : undefined;
    if (got) return got;
  }
  throw new Error(
    'The browser tests need Chromium: none was found and none could be installed. Install one, or name it in CHROMIUM_PATH.',
  );
}

/** Without a network these would wait for minutes before they give up. */
const quick = { DEBIAN_FRONTEND: 'noninteractive', PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' };
const aptOptions = ['-o', 'Acquire::http::Timeout=30', '-o', 'Acquire::Retries=1'];

function waysToGet({ debianRoot }: Machine): { how: string; commands: string[][] }[] {
  const apt = {
    how: '`apt-get install chromium`',
    commands: [
      ['apt-get', ...aptOptions, 'update'],
      ['apt-get', ...aptOptions, 'install', '-y', '--no-install-recommends', 'chromium'],
    ],
  };
  const download = {
    how: '`playwright install chromium`',
    commands: [['playwright', 'install', 'chromium']],
  };
  return debianRoot ? [apt, download] : [download];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
