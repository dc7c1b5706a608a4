/** The server. The argument is the folder with the built pages, `dist/` by default. */
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { inboxAccess, inboxUrlOnPort, serverUrl } from './inbox/access.ts';
import { readBuildInfo } from './pages/dist.ts';
import { createInboxPages, hasInbox } from './pages/inbox-pages.ts';
import { createPages } from './pages/pages.ts';
import { warningsAbout } from './pages/warnings.ts';
import { runUntilStopped } from './process.ts';
import { startService } from './service.ts';
import { rendererOf } from './site/render.ts';

await runUntilStopped(async (config, log) => {
  const distDir = process.argv[2] ?? join(import.meta.dirname, '../dist');
  const { siteUrl } = config;
  const showsInbox = (request: IncomingMessage) => inboxAccess(config, request) !== null;
  const inboxPages = createInboxPages({ distDir, siteUrl, showsInbox });
  const pages = createPages({ distDir, siteUrl, inboxPages, log });
  for (const warning of warningsAbout(readBuildInfo(distDir) ?? {}, config)) log.warn(warning);
  const service = await startService(config, pages, log, rendererOf(distDir));
  console.log(`The site is at ${serverUrl(config, service.port)}/ Press Ctrl+C to stop.`);
  const url = hasInbox(distDir) && inboxUrlOnPort(config, service.port);
  if (url)
    console.log(`The inbox is at ${url}. For a one-time sign-in link, run: npm run -s leads -- sign-in`);
  return service;
});
