/** The server: the pages in dist/ (or the directory named as argument) and the contact service behind them. */
import { join } from 'node:path';
import { createEntrance, inboxAddress } from './inbox/entrance.ts';
import { createInboxPages, hasInbox } from './inbox/pages.ts';
import { createPages } from './pages/pages.ts';
import { whyStale } from './pages/sources.ts';
import { runUntilStopped } from './process.ts';
import { startService } from './service.ts';

await runUntilStopped(async (config, log) => {
  const distDir = process.argv[2] ?? join(import.meta.dirname, '../dist');
  const { siteUrl, retentionDays } = config;
  const site = { distDir, siteUrl: siteUrl ?? undefined };
  const inbox = createInboxPages({ ...site, findEntrance: createEntrance(config) });
  const pages = createPages({ ...site, retentionDays, inbox, log });
  const stale = whyStale(distDir, siteUrl);
  if (stale) log.warn(stale);
  const service = await startService(config, pages, log);
  const everywhere = config.host === null || ['0.0.0.0', '::'].includes(config.host);
  const host = everywhere ? 'localhost' : config.host?.includes(':') ? `[${config.host}]` : config.host;
  console.log(`The site is at http://${host}:${service.port}/ Press Ctrl+C to stop.`);
  const address = hasInbox(distDir) && inboxAddress(config, service.port);
  if (address)
    console.log(`The inbox is at ${address}. For a one-time sign-in link, run: npm run -s leads -- sign-in`);
  return service;
});
