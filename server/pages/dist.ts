/** Reads the built site into memory, once at the start. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { CannotStart } from '../process.ts';
import { fileOf, type SiteMap } from './addresses.ts';
import type { Needs } from './security-headers.ts';

export type SiteFile = {
  path: string;
  type: string;
  bytes: Buffer;
  /** Compressed by the build. */
  br: Buffer | undefined;
  gzip: Buffer | undefined;
};

export type Dist = {
  files: ReadonlyMap<string, SiteFile>;
  map: SiteMap;
  /** The usual request targets (`/`, `/?lang=en`, `/assets/…`) and their files. */
  addresses: ReadonlyMap<string, string>;
  manifest: Manifest;
};

/** `dist/site.json`, written by the build for the server. Never served. */
export type Manifest = Pick<Needs, 'connect' | 'formAction' | 'trustedTypes'> & {
  /** Fingerprint of the sources, see sources.ts. */
  sources?: string | undefined;
  /** Settings the build used. */
  settings?: Record<string, string>;
  /** Links that still point to example.com. */
  placeholderLinks?: string[];
  /** Placeholders left in content/provider.ts. */
  placeholderProvider?: string[];
};
export const manifestName = 'site.json';

/** Pages without an address of their own. */
const answers = new Map([
  ['/404', 404],
  ['/500', 500],
]);

export function statusOf(path: string): number {
  return answers.get(path.split('.', 1)[0] as string) ?? 200;
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** inbox/pages.ts decides who may see the inbox. */
export const inboxFolder = 'inbox';

export function readDist(distDir: string): Dist {
  const files = new Map(readFiles(distDir).map((file) => [file.path, file]));
  if (!['/index.html', '/404.html', '/500.html'].every((path) => files.has(path))) {
    throw new CannotStart(`There is no built site in ${distDir}: run \`npm run build\` first.`);
  }
  const map = siteMap([...files.keys()]);
  return {
    files,
    map,
    addresses: addressesOf([...files.values()], map),
    manifest: readManifest(distDir) ?? {},
  };
}

/** Every file that may be served; `path` is relative to the folder. */
export function readFiles(folder: string): SiteFile[] {
  const names = new Set(namesIn(folder));
  const read = (name: string) => readFileSync(join(folder, name));
  const readIfThere = (name: string) => (names.has(name) ? read(name) : undefined);
  return [...names].filter(isServed).map((name) => ({
    path: `/${name}`,
    type: types[extname(name)] ?? 'application/octet-stream',
    bytes: read(name),
    br: readIfThere(`${name}.br`),
    gzip: readIfThere(`${name}.gz`),
  }));
}

/** Undefined after an interrupted build, which writes the manifest last. */
export function readManifest(distDir: string): Manifest | undefined {
  const file = join(distDir, manifestName);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** `index.en.html` shows that the site has English. */
function siteMap(paths: string[]): SiteMap {
  const pages: string[] = [];
  const languages: string[] = [];
  for (const path of paths) {
    const [, name, language] = /^\/([^/.]+)(?:\.([^/.]+))?\.html$/.exec(path) ?? [];
    if (name === 'index' && language) languages.push(language);
    else if (name && !language && statusOf(path) === 200) pages.push(name === 'index' ? '/' : `/${name}`);
  }
  return { pages, languages };
}

function addressesOf(files: SiteFile[], { pages, languages }: SiteMap): Map<string, string> {
  const addresses = new Map<string, string>();
  for (const { path, type } of files) if (!type.startsWith('text/html')) addresses.set(path, path);
  for (const page of pages) {
    addresses.set(page, fileOf(page));
    for (const language of languages) addresses.set(`${page}?lang=${language}`, fileOf(page, language));
  }
  return addresses;
}

function namesIn(distDir: string): string[] {
  try {
    return readdirSync(distDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(distDir, join(entry.parentPath, entry.name)).split(sep).join('/'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Not served: files for Netlify (`_headers`, `_redirects`), compressed copies, the manifest, hidden files. */
function isServed(name: string): boolean {
  if (name.startsWith(`${inboxFolder}/`)) return false;
  return !/^[._]|\/\.|\.(br|gz)$/.test(name) && name !== manifestName;
}
