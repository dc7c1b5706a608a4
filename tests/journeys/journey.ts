/** What every journey stands on: an engine for the worker, a network and a visitor for the test. */
import { test as base } from '@playwright/test';
import type { Device, Engine, EngineName } from './engines/engine.ts';
import { startEngine } from './engines/start.ts';
import { type Network, openNetwork } from './network.ts';
import { type Visitor, visitorIn } from './visitor.ts';

export { expect } from '@playwright/test';
export { onThePhone } from '../on-the-phone.ts';

/** What a project of playwright.config.ts says. */
export type JourneyOptions = { engineName: EngineName; device: Device };

type Fixtures = { network: Network; visitor: Visitor };
type WorkerFixtures = JourneyOptions & { engine: Engine };

export const test = base.extend<Fixtures, WorkerFixtures>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  device: [
    { width: 0, height: 0 },
    { option: true, scope: 'worker' },
  ],
  engine: [
    async ({ engineName }, use) => {
      const engine = await startEngine(engineName);
      await use(engine);
      await engine.close();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
  network: async ({}, use) => {
    const network = await openNetwork({ port: Number(process.env.E2E_PORT) });
    await use(network);
    await network.close();
  },
  visitor: async ({ engine, device, network }, use, info) => {
    const tab = await engine.open(device);
    await use(visitorIn(tab, network.origin));
    if (info.status !== info.expectedStatus) await tab.screenshot(info.outputPath('at-the-end.png'));
    await tab.close();
  },
});
