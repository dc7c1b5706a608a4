/** Bundles site/, inbox/ and prerender/ with Vite. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest, type Rolldown } from 'vite';
import { type PageName, pageNames, pages } from '#contract/pages.ts';
import type { Script } from '#prerender/document.ts';

const root = join(import.meta.dirname, '../..');
const common = { root, logLevel: 'warn' } as const;

/** Writes the site's files to `dist`, except the style sheet, which is inlined in every document. */
export async function bundleForBrowser(dist: string) {
  await build({
    ...common,
    build: {
      outDir: dist,
      emptyOutDir: true,
      manifest: 'manifest.json',
      rolldownOptions: {
        input: 'site/entry-client.tsx',
        // React changes less often than the site, and together they would be one long task.
        output: { codeSplitting: { groups: [{ name: 'react', test: /node_modules/ }] } },
      },
    },
  });
  const take = (file: string) => {
    const content = readFileSync(join(dist, file));
    rmSync(join(dist, file));
    return content.toString().trim();
  };
  const manifest: Manifest = JSON.parse(take('manifest.json'));
  const styles = Object.values(manifest).filter(({ file }) => file.endsWith('.css'));
  return {
    css: styles.map(({ file }) => take(file)).join(''),
    font: `/${manifest['site/styles/fonts/onest.woff2']?.file}`,
    scripts: Object.fromEntries(
      pageNames.map((page) => [
        page,
        scriptsOf(manifest, page).map((file) => {
          const digest = createHash('sha256')
            .update(readFileSync(join(dist, file)))
            .digest('base64');
          return { src: `/${file}`, integrity: `sha256-${digest}` };
        }),
      ]),
    ) as Record<PageName, Script[]>,
  };
}

/** The files a page needs, each after those it imports. */
function scriptsOf(manifest: Manifest, page: PageName): string[] {
  const sources = ['site/entry-client.tsx'];
  if (pages[page].chunk) sources.push(pages[page].chunk);
  const files = new Set<string>();
  const add = (source: string) => {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`The build has no chunk for ${source}`);
    chunk.imports?.forEach(add);
    files.add(chunk.file);
  };
  sources.forEach(add);
  return [...files];
}

/** Writes the inbox to `dist/inbox/`. Vite's root is the repository, because the addresses in inbox/index.html start there, in development too. */
export async function bundleInbox(dist: string): Promise<void> {
  await build({
    ...common,
    build: {
      outDir: dist,
      emptyOutDir: false,
      assetsDir: 'inbox/assets',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: 'inbox/index.html',
        output: { codeSplitting: { groups: [{ name: 'libraries', test: /node_modules/ }] } },
      },
    },
  });
}

/** A script that is inlined in every document. */
export async function bundleInline(entry: string): Promise<string> {
  const lib = { entry, formats: ['iife' as const], name: 'early' };
  const [result] = (await build({ ...common, build: { write: false, lib } })) as Rolldown.RolldownOutput[];
  return result?.output[0].code.trim() ?? '';
}

/** The programs that render the pages: `render-site.js` for the build, `render-for-server.js` for the server. They include all packages. */
export async function bundlePrerender(outDir: string): Promise<typeof import('#prerender/render-site.tsx')> {
  await build({
    ...common,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      rolldownOptions: { input: ['prerender/render-for-server.ts', 'prerender/render-site.tsx'] },
    },
  });
  return import(pathToFileURL(join(outDir, 'render-site.js')).href);
}
