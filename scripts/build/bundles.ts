/** The programs Vite makes of site/: for the browser, for the page's head, and for rendering the pages. */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest, type Rolldown } from 'vite';
import type { Language } from '../../site/i18n/languages.ts';
import type { PageName } from '../../site/pages/names.ts';

const root = join(import.meta.dirname, '../..');
const common = { root, logLevel: 'warn' } as const;

/** Writes the browser's files to `dist`; the style sheet goes into the documents, so its file is not kept. */
export async function bundleForBrowser(dist: string) {
  await build({
    ...common,
    build: {
      outDir: dist,
      emptyOutDir: true,
      manifest: 'manifest.json',
      rolldownOptions: { input: 'site/entry-client.tsx' },
    },
  });
  const manifest: Manifest = JSON.parse(await take(join(dist, 'manifest.json')));
  const styles = Object.values(manifest).find(({ file }) => file.endsWith('.css'));
  if (!styles) throw new Error('The build made no style sheet');
  const css = (await take(join(dist, styles.file))).trim();
  return {
    css,
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

async function take(path: string): Promise<string> {
  const text = await readFile(path, 'utf8');
  await rm(path);
  return text;
}

const pageFiles = {
  landing: 'Landing',
  privacy: 'Legal/Legal',
  terms: 'Legal/Legal',
  'not-found': 'NotFound/NotFound',
} satisfies Record<PageName, string>;

/** What the page needs to come alive in this language; other languages and rare parts are fetched on demand. */
function scriptsOf(manifest: Manifest, page: PageName, language: Language): string[] {
  const sources = ['site/entry-client.tsx', `site/pages/${pageFiles[page]}.tsx`, `content/${language}.json`];
  if (page === 'privacy' || page === 'terms') sources.push(`content/legal/${language}.json`);
  const files = new Set<string>();
  const add = (source: string) => {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`The build has no chunk for ${source}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  sources.forEach(add);
  return [...files].map((file) => `/${file}`);
}

/** A file of its own beside the others: fetched at once, run when the document is parsed. */
export async function bundleParsedScript(dist: string): Promise<{ src: string; integrity: string }> {
  const code = await bundleAlone('site/early/parsed.ts');
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
  const src = `/assets/parsed-${hash}.js`;
  await writeFile(join(dist, src), code);
  return { src, integrity: sriHash(code) };
}

export const bundleEarlyScript = (): Promise<string> => bundleAlone('site/early/early.ts');

async function bundleAlone(entry: string): Promise<string> {
  const [result] = (await build({
    ...common,
    build: {
      write: false,
      // As a library, so that Vite leaves its import() alone.
      lib: { entry, formats: ['iife'], name: 'early' },
    },
  })) as Rolldown.RolldownOutput[];
  if (!result) throw new Error(`${entry} was not built`);
  return result.output[0].code.trim();
}

/** In a folder of its own, for two builds may run at once; inside node_modules, where it finds React. */
export async function loadPrerender(): Promise<typeof import('../../site/entry-prerender.tsx')> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const outDir = await mkdtemp(join(cache, 'prerender-'));
  // Not before: its chunks are read when a page is first rendered.
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  await build({ ...common, build: { ssr: 'site/entry-prerender.tsx', outDir } });
  return import(pathToFileURL(join(outDir, 'entry-prerender.js')).href);
}
