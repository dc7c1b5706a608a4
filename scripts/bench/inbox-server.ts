/** The site's own server, and in the same process somebody who looks through the leads whenever they are told to. */
import { join } from 'node:path';
import { createLeads } from '../../server/leads/leads.ts';
import { createPages } from '../../server/pages/pages.ts';
import { runUntilStopped } from '../../server/process.ts';
import { startService } from '../../server/service.ts';
import { openStore } from '../../server/store/open.ts';

/** Parts of phones, names and messages; what is often, rare and nowhere; short and long. */
const searches = ['4567', 'алишер', 'KARIMOV', '90 123', 'стипенд', 'ra', "o'qish grant", 'nowhere at all'];

export type Looked = { first: number[]; search: number[]; figures: number[]; memory: number };

await runUntilStopped(async (config, log) => {
  const distDir = join(import.meta.dirname, '../../dist');
  const { siteUrl, retentionDays } = config;
  const pages = createPages({ distDir, siteUrl: siteUrl ?? undefined, retentionDays, log });
  const service = await startService(config, pages, log);
  const store = await openStore(config);
  const leads = createLeads({ store, channels: [] });
  let looking = false;

  async function look() {
    const looked: Looked = { first: [], search: [], figures: [], memory: 0 };
    const timed = async (times: number[], work: Promise<unknown>) => {
      const began = performance.now();
      await work;
      times.push(performance.now() - began);
    };
    do {
      await timed(looked.first, Promise.all([leads.find({ tab: 'new' }, { limit: 50 }), leads.counts()]));
      for (const q of searches) await timed(looked.search, leads.find({ q }, { limit: 50 }));
      looked.memory = process.memoryUsage().rss;
    } while (looking);
    // Figures are opened now and then, leads are searched all day: visitors beside it are counted without them.
    for (let time = 0; time < 5; time++) await timed(looked.figures, leads.figures(365));
    looked.memory = Math.max(looked.memory, process.memoryUsage().rss);
    process.send?.(looked);
  }
  process.on('message', (wish: 'look' | 'stop') => {
    looking = wish === 'look';
    if (looking) look();
  });

  return {
    async stop() {
      await store.close();
      await service.stop();
    },
  };
});
