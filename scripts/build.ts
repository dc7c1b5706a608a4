/** Makes dist/: the browser's files by Vite, then every page in every language as finished HTML. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest, type Rolldown } from 'vite';
import { htmlDocument } from '../site/document.ts';
import { headTags } from '../site/head/head.ts';
import { defaultLanguage, type Language, languageCodes } from '../site/i18n/languages.ts';
import { type PageName, pageNames } from '../site/pages/names.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const prerenderDir = join(root, 'node_modules/.cache/prerender');

await build({
  root,
  logLevel: 'warn',
  build: { manifest: 'manifest.json', rolldownOptions: { input: 'site/entry-client.tsx' } },
});
const early = await bundleEarlyScript();
const manifest: Manifest = JSON.parse(await readFile(join(dist, 'manifest.json'), 'utf8'));
const css = await takeStyles(manifest);
const { render, renderError } = await loadPrerender();

for (const page of pageNames) {
  for (const language of languageCodes) {
    const { body, texts } = await render(page, language);
    const head = headTags(page, language, texts);
    const html = htmlDocument({ language, page, head, body, css, early, scripts: scriptsOf(page, language) });
    await writeFile(join(dist, fileOf(page, language)), html);
  }
}
await writeFile(
  join(dist, '500.html'),
  htmlDocument({
    language: 'en',
    page: 'error',
    head: '<title>500</title><meta name="robots" content="noindex">',
    body: renderError('500 Internal Server Error'),
    css,
    early: '',
    scripts: [],
  }),
);
await rm(join(dist, 'manifest.json'));

function fileOf(page: PageName, language: Language): string {
  const name = { landing: 'index', privacy: 'privacy', terms: 'terms', 'not-found': '404' }[page];
  return language === defaultLanguage ? `${name}.html` : `${name}.${language}.html`;
}

/** What the page needs to come alive in this language; other languages and rare parts are fetched on demand. */
function scriptsOf(page: PageName, language: Language): string[] {
  const pageFile = {
    landing: 'Landing',
    privacy: 'Legal/Legal',
    terms: 'Legal/Legal',
    'not-found': 'NotFound/NotFound',
  }[page];
  const sources = ['site/entry-client.tsx', `site/pages/${pageFile}.tsx`, `content/${language}.json`];
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

async function bundleEarlyScript(): Promise<string> {
  const [result] = (await build({
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      // As a library, so that Vite leaves its import() alone.
      lib: { entry: 'site/early/early.ts', formats: ['iife'], name: 'early' },
    },
  })) as Rolldown.RolldownOutput[];
  if (!result) throw new Error('The early script was not built');
  return result.output[0].code.trim();
}

/** The style sheet goes into the documents, so its file is not kept. */
async function takeStyles(manifest: Manifest): Promise<string> {
  const file = Object.values(manifest).find((entry) => entry.file.endsWith('.css'))?.file;
  if (!file) throw new Error('The build made no style sheet');
  const css = await readFile(join(dist, file), 'utf8');
  await rm(join(dist, file));
  return css.trim();
}

async function loadPrerender(): Promise<typeof import('../site/entry-prerender.tsx')> {
  await mkdir(prerenderDir, { recursive: true });
  await build({
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: 'site/entry-prerender.tsx',
      outDir: prerenderDir,
      emptyOutDir: true,
    },
  });
  return import(pathToFileURL(join(prerenderDir, 'entry-prerender.js')).href);
}
