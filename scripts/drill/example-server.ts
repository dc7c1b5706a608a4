/** `server/main.ts` with a site given as argument: the short drill runs before there is a build. */
import { createPages } from '../../server/pages/pages.ts';
import { runUntilStopped } from '../../server/process.ts';
import { startService } from '../../server/service.ts';

await runUntilStopped(async (config, log) => {
  const distDir = process.argv[2] ?? 'dist';
  const service = await startService(
    config,
    createPages({ distDir, siteUrl: config.siteUrl ?? undefined, log }),
    log,
  );
  console.log(`The site is at http://${config.host}:${service.port}/`);
  return service;
});
