/** The programs Vite makes of site/, inbox/ and prerender/: for the browser, to stand inside the documents, and for rendering the pages. */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest, type Rolldown } from 'vite';
import type { Language } from '../../contract/languages.ts';
import type { PageName } from '../../site/pages/names.ts';

const root = join(import.meta.dirname, '../..');
const common = { root, logLevel: 'warn' } as const;

/** Writes the browser's files to `dist`, but for the style sheet: every document holds it. */
export async function bundleForBrowser(dist: string) {
  await build({
    ...common,
    build: {
      outDir: dist,
      emptyOutDir: true,
      manifest: 'manifest.json',
      rolldownOptions: {
        input: 'site/entry-client.tsx',
        // React changes less often than the site, and in one file with it would be one long task to begin with.
        output: { codeSplitting: { groups: [{ name: 'react', test: /node_modules/ }] } },
      },
    },
  });
  const manifest: Manifest = JSON.parse(await take(join(dist, 'manifest.json')));
  const styles = Object.values(manifest).filter(({ file }) => file.endsWith('.css'));
  const css = await Promise.all(styles.map(({ file }) => take(join(dist, file))));
  return {
    css: css.join('').trim(),
    font: fontFile(manifest),
    scriptsOf: (page: PageName, language: Language) => scriptsOf(manifest, page, language),
    integrity: await integrityOf(dist, manifest),
  };
}

/** The hash of every script, by its address. */
async function integrityOf(dist: string, manifest: Manifest): Promise<Record<string, string>> {
  const files = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.js') ? [file] : []));
  const hashes = files.map(async (file) => [`/${file}`, sriHash(await readFile(join(dist, file)))] as const);
  return Object.fromEntries(await Promise.all(hashes));
}

const sriHash = (content: Buffer | string) =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

function fontFile(manifest: Manifest): string {
  const font = manifest['site/styles/fonts/onest.woff2'];
  if (!font) throw new Error('The build has no font');
  return `/${font.file}`;
}

async function take(path: string): Promise<string> {
  const text = await readFile(path, 'utf8');
  await rm(path);
  return text;
}

/** Chunks of single pages; the landing page is in the entry. */
const pageFiles: Partial<Record<PageName, string>> = {
  privacy: 'site/pages/Legal/Legal.tsx',
  terms: 'site/pages/Legal/Legal.tsx',
  'not-found': 'site/pages/NotFound/NotFound.tsx',
};

/** What the page needs to come alive in this language; other languages and rare parts are fetched on demand. */
function scriptsOf(manifest: Manifest, page: PageName, language: Language): string[] {
  const sources = [`content/${language}.json`, 'site/entry-client.tsx'];
  if (page === 'privacy' || page === 'terms') sources.push(`content/legal/${language}.json`);
  if (pageFiles[page]) sources.push(pageFiles[page]);
  const files = new Set<string>();
  const add = (source: string) => {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`The build has no chunk for ${source}`);
    chunk.imports?.forEach(add);
    files.add(chunk.file);
  };
  sources.forEach(add);
  return [...files].map((file) => `/${file}`);
}

/**
 * The provider's app, to `dist/inbox/`: beside the site and no part of it. Its root is the repository's, so that addresses in
 * its document are the same in development.
 */
export async function bundleInbox(dist: string): Promise<void> {
  await build({
    root,
    logLevel: 'warn',
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

/** To stand inside the documents. */
export async function bundleInline(entry: string): Promise<string> {
  const [result] = (await build({
    ...common,
    build: {
      write: false,
      lib: { entry, formats: ['iife'], name: 'early' },
    },
  })) as Rolldown.RolldownOutput[];
  if (!result) throw new Error(`${entry} was not built`);
  return result.output[0].code.trim();
}

/** Renders pages. In a folder of its own, for two builds may run at once; inside node_modules, where it finds React. */
export async function loadPrerender(): Promise<typeof import('../../prerender/render.tsx')> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const outDir = await mkdtemp(join(cache, 'prerender-'));
  // Only at the end: its chunks are read when a page is first rendered.
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  await build({ ...common, build: { ssr: 'prerender/render.tsx', outDir } });
  return import(pathToFileURL(join(outDir, 'render.js')).href);
}
