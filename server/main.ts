/** The server: the pages in dist/ (or the folder named as argument), and the contact service behind them. */
import { join } from 'node:path';
import { isApiPath } from './app.ts';
import { inboxAccess, inboxAddress } from './inbox/access.ts';
import { createInboxPages, hasInbox } from './pages/inbox-pages.ts';
import { createPages } from './pages/pages.ts';
import { whyStale } from './pages/sources.ts';
import { runUntilStopped } from './process.ts';
import { startService } from './service.ts';
import { trustedProxies } from './submissions/client-address.ts';

await runUntilStopped(async (config, log) => {
  const distDir = process.argv[2] ?? join(import.meta.dirname, '../dist');
  const { siteUrl, retentionDays } = config;
  const accessConfig = { ...config, trustedProxies: trustedProxies(config.trustedProxies) };
  const findAccess = inboxAccess(accessConfig);
  const inbox = createInboxPages({ distDir, siteUrl, hasAccess: (request) => findAccess(request) !== null });
  const pages = createPages({ distDir, siteUrl, retentionDays, inbox, isApi: isApiPath, log });
  const stale = whyStale(distDir, siteUrl);
  if (stale) log.warn(stale);
  const service = await startService(config, pages, log);
  const everywhere = config.host === null || ['0.0.0.0', '::'].includes(config.host);
  const host = everywhere ? 'localhost' : config.host?.includes(':') ? `[${config.host}]` : config.host;
  console.log(`The site is at http://${host}:${service.port}/ Press Ctrl+C to stop.`);
  const address = hasInbox(distDir) && inboxAddress(accessConfig, service.port);
  if (address)
    console.log(`The inbox is at ${address}. For a one-time sign-in link, run: npm run -s leads -- sign-in`);
  return service;
});
