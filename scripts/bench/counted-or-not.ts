/**
 * The site's own server, which counts a visit unless it is asked not to: what counting costs is the difference, and how fast
 * a process is differs by more than that.
 */
import { join } from 'node:path';
import { createPages } from '../../server/pages/pages.ts';
import { runUntilStopped } from '../../server/process.ts';
import { startService } from '../../server/service.ts';

await runUntilStopped((config, log) => {
  const distDir = join(import.meta.dirname, '../../dist');
  const pages = createPages({ distDir, siteUrl: config.siteUrl ?? undefined, log });
  return startService(
    config,
    (request, response) => {
      const answered = pages(request, response);
      // What was no GET is looked at no further.
      if (request.headers['x-count'] === 'no') request.method = 'HEAD';
      return answered;
    },
    log,
  );
});
