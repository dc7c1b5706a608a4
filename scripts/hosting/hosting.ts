/** The last steps of the build: checks what the policy would block, and adds what static hosts need to know. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { readDist } from '../../server/pages/dist.ts';
import { blockedAttributes } from '../../server/pages/inline.ts';
import { withOrigin } from '../../server/pages/origin.ts';
import { manifestFor, writeManifest } from '../manifest.ts';
import { headersFile, redirectsFile } from './netlify.ts';
import { type SiteRules, siteRules } from './site-rules.ts';
import { vercelRoutes } from './vercel.ts';

type Environment = Record<string, string | undefined>;

export async function finishDist(distDir: string, environment: Environment = process.env): Promise<void> {
  refuseBlockedAttributes(distDir);
  if (environment.SITE_URL) putOrigin(distDir, new URL(environment.SITE_URL).origin);
  else if (environment.PUBLIC_SUPABASE_URL) {
    console.warn('SITE_URL is not set: on a static host the pages will have no absolute URLs.');
  }
  const write = (name: string, content: string) => writeFileSync(join(distDir, name), content);
  const manifest = manifestFor(environment);
  const rules = siteRules(distDir, manifest);
  write('_headers', headersFile(rules));
  write('_redirects', redirectsFile(rules));
  write('_worker.js', await workerFile(rules));
  write('_routes.json', `${JSON.stringify({ version: 1, include: ['/*'], exclude: ['/assets/*'] })}\n`);
  write('vercel.json', `${JSON.stringify({ routes: vercelRoutes(rules) }, null, 2)}\n`);
  writeManifest(distDir, manifest);
}

function refuseBlockedAttributes(distDir: string): void {
  for (const { path, type, bytes } of readDist(distDir).files.values()) {
    const [first] = type.startsWith('text/html') ? blockedAttributes(bytes.toString()) : [];
    if (first) throw new Error(`${path} has an attribute the site's own security policy blocks: ${first}`);
  }
}

/** Known already now, so that it need not be put in at the start; see server/pages/origin.ts. */
function putOrigin(distDir: string, origin: string): void {
  for (const file of readDist(distDir).files.values()) {
    const bytes = withOrigin(file, origin);
    if (bytes && bytes !== file.bytes) writeFileSync(join(distDir, file.path), bytes);
  }
}

async function workerFile({ map, headers, files }: SiteRules): Promise<string> {
  const [bundle] = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, 'cloudflare-worker.ts'), formats: ['es'] },
    },
  })) as Rolldown.RolldownOutput[];
  if (!bundle) throw new Error('The worker for Cloudflare Pages was not built');
  return `${bundle.output[0].code}export default createWorker(${JSON.stringify({ map, headers, files })});\n`;
}
