/** Fixtures of the journeys: one engine per worker; a network and a person per test. */
import { test as base } from '@playwright/test';
import { findFirefox, findWebKit } from '#scripts/browsers.ts';
import type { Engine } from './engines/engine.ts';
import { startFirefox } from './engines/firefox.ts';
import { startWebKit } from './engines/webkit.ts';
import { type Network, openNetwork } from './network.ts';
import { type Person, personIn } from './person.ts';

export { expect } from '@playwright/test';

const engines = {
  firefox: { find: findFirefox, start: startFirefox },
  webkit: { find: findWebKit, start: startWebKit },
};
/** Set by the projects of playwright.config.ts. */
export type JourneyOptions = { engineName: keyof typeof engines };

type Fixtures = { network: Network; person: Person };

export const test = base.extend<Fixtures, JourneyOptions & { engine: Engine }>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, use) => {
      const { find, start } = engines[engineName];
      const path = find();
      if (!path) throw new Error(`${engineName} is not installed; \`npm run test:engines\` installs it.`);
      const engine = await start(path, { width: 360, height: 740 });
      await use(engine);
      await engine.close();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
  network: async ({}, use) => {
    const network = await openNetwork(Number(process.env.E2E_PORT));
    await use(network);
    await network.close();
  },
  person: async ({ engine, network }, use, info) => {
    const tab = await engine.open();
    await use(personIn(tab, network.origin));
    if (info.status !== info.expectedStatus) await tab.screenshot(info.outputPath('at-the-end.png'));
    await tab.close();
  },
});
