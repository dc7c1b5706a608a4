import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import { CannotStart } from '#server/runtime/cannot-start.ts';
import { addressOfFile } from './addresses.ts';
import type { CspSources } from './security-headers.ts';

export type SiteFile = {
  path: string;
  type: string;
  bytes: Buffer;
  /** Compressed by the build. */
  br: Buffer | undefined;
  gzip: Buffer | undefined;
};

export type Dist = {
  files: readonly SiteFile[];
  /** `/`, `/privacy`, … */
  pages: readonly string[];
  buildInfo: BuildInfo;
};

/** `dist/build-info.json`, written by the build for the server. Never served. */
export type BuildInfo = Pick<CspSources, 'connect' | 'formAction'> & {
  /** From fingerprint.ts. */
  sourceFingerprint?: string | undefined;
  /** Undefined where the build had no clone, as in an image. */
  commit?: string | undefined;
  /** Settings the build used. */
  settings?: Record<string, string>;
  /** Links that still point to example.com. */
  placeholderLinks?: string[];
  /** Placeholders left in content/company.ts. */
  placeholderCompany?: string[];
};
export const buildInfoFile = 'build-info.json';

export const inboxFolder = 'inbox';
/** The inbox is served by inbox-pages.ts. */
const unservedFolders = [inboxFolder, 'prerender'];

/** Error pages have their own status. */
export const statusOf = (path: string): number => Number(/^\/(404|500)\./.exec(path)?.[1] ?? 200);

export function readDist(distDir: string): Dist {
  if (!['index.html', '404.html', '500.html'].every((name) => existsSync(join(distDir, name))))
    throw new CannotStart(`There is no built site in ${distDir}: run \`npm run build\` first.`);
  const files = readFiles(distDir);
  const documents = files.filter(({ path }) => /^\/[^/.]+\.html$/.test(path) && statusOf(path) === 200);
  const pages = documents.map(({ path }) => addressOfFile(path));
  return { files, pages, buildInfo: readBuildInfo(distDir) ?? {} };
}

export function readFiles(folder: string): SiteFile[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const read = (name: string) => (names.includes(name) ? readFileSync(join(folder, name)) : undefined);
  return names.filter(isServed).map((name) => ({
    path: `/${name}`,
    type: typeOf(name),
    bytes: readFileSync(join(folder, name)),
    br: read(`${name}.br`),
    gzip: read(`${name}.gz`),
  }));
}

const brotli = promisify(zlib.brotliCompress);
const gzipText = promisify(zlib.gzip);

/** A file as the build would have written it. */
export async function siteFile(path: string, text: string): Promise<SiteFile> {
  const [br, gzip] = await Promise.all([brotli(text), gzipText(text, { level: 9 })]);
  return { path, type: typeOf(path), bytes: Buffer.from(text), br, gzip };
}

const typeOf = (name: string) => getMimeType(name) ?? 'application/octet-stream';

/** Undefined after an interrupted build, which writes that file last. */
export function readBuildInfo(distDir: string): BuildInfo | undefined {
  const file = join(distDir, buildInfoFile);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Hides Netlify's files (`_headers`, `_redirects`), compressed copies, build-info.json and dot files. */
function isServed(name: string): boolean {
  if (unservedFolders.some((folder) => name.startsWith(`${folder}/`))) return false;
  return !/^[._]|\/\.|\.(br|gz)$/.test(name) && name !== buildInfoFile;
}
