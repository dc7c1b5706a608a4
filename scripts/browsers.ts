/** Finds a browser or another program of the machine, or gets it; tests are never skipped for want of one. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { BrowserType } from '@playwright/test';

export type Machine = {
  env: Record<string, string | undefined>;
  /** Where Playwright keeps the browser it downloads. */
  ownBrowser: string;
  /** May install Debian packages. */
  debianRoot: boolean;
};

export const thisMachine = (browser: BrowserType): Machine => ({
  env: process.env,
  ownBrowser: browser.executablePath(),
  debianRoot: existsSync('/etc/debian_version') && process.getuid?.() === 0,
});

/** The program a variable names; a name that leads nowhere is an error, not a reason to take another. */
export function named(variable: string, { env }: Machine): string | undefined {
  const path = env[variable];
  if (path && !isExecutable(path))
    throw new Error(`${variable} points to ${path}, which is not an executable.`);
  return path || undefined;
}

/** The first of these names that is on the PATH. */
export function onPath(names: string[], { env }: Machine): string | undefined {
  const folders = env.PATH?.split(delimiter) ?? [];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

export const downloaded = ({ ownBrowser }: Machine): string | undefined =>
  isExecutable(ownBrowser) ? ownBrowser : undefined;

type Wanted<Found> = {
  name: string;
  /** What Playwright calls it, where it has one of its own. */
  browser?: 'chromium' | 'firefox' | 'webkit';
  find(machine: Machine): Found | undefined;
  /** What Debian calls it. */
  packages: string[];
  /** The end of the sentence for someone who has to get it. */
  advice: string;
};

/**
 * On Debian as root packages come first: they bring the libraries that Playwright's download would then miss, and in
 * a closed network a package mirror is there more often than Playwright's server.
 */
export function findOrGet<Found>(
  { name, browser, find, packages, advice }: Wanted<Found>,
  machine: Machine,
): Found {
  const found = find(machine);
  if (found) return found;

  for (const { how, commands } of waysToGet(browser, packages, machine)) {
    console.log(`${name} was not found; installing it with ${how}.`);
    // The first that fails ends this way. Ten minutes are enough for a slow download, not for a hanging one.
    const done = commands.every(
      ([command, ...args]) =>
        spawnSync(command as string, args, {
          stdio: 'inherit',
          timeout: 600_000,
          env: { ...machine.env, ...quick },
        }).status === 0,
    );
    const got = done ? find(machine) : undefined;
    if (got) return got;
  }
  throw new Error(
    `The browser tests need ${name}, which was not found and could not be installed. Install ${advice}.`,
  );
}

/** Without a network these would wait for minutes before they give up. */
const quick = { DEBIAN_FRONTEND: 'noninteractive', PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' };
const aptOptions = ['-o', 'Acquire::http::Timeout=30', '-o', 'Acquire::Retries=1'];

type Way = { how: string; commands: string[][] };

function waysToGet(browser: string | undefined, packages: string[], { debianRoot }: Machine): Way[] {
  const apt = {
    how: `\`apt-get install ${packages.join(' ')}\``,
    commands: [
      ['apt-get', ...aptOptions, 'update'],
      ['apt-get', ...aptOptions, 'install', '-y', '--no-install-recommends', ...packages],
    ],
  };
  const download = browser && {
    how: `\`playwright install ${browser}\``,
    commands: [['playwright', 'install', browser]],
  };
  return [...(debianRoot ? [apt] : []), ...(download ? [download] : [])];
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
