/** The whole site as visitors of one origin get it: its files prepared, with that origin's absolute addresses. */
import { type Dist, type SiteFile, statusOf } from './dist.ts';
import { type Document, prepare } from './document.ts';
import { inlineNeeds } from './inline.ts';
import { mentionsOrigin, withOrigin } from './origin.ts';
import { securityHeaders } from './security-headers.ts';

/** The document for a path in dist; prepared when first asked for, then kept. */
export type Edition = (path: string) => Document | undefined;

export type EditionOptions = {
  origin: string | undefined;
  https: boolean;
  /** The origin was taken from the request: nobody but its sender may see the answer. */
  personal: boolean;
  /** What holds no absolute address is the same in every edition and prepared only once. */
  shared: Map<string, Document>;
};

export function createEdition(
  { files, manifest }: Dist,
  { origin, https, personal, shared }: EditionOptions,
): Edition {
  const own = new Map<string, Document>();

  return (path) => {
    const known = own.get(path) ?? shared.get(path);
    const file = known ? undefined : files.get(path);
    if (!file) return known;

    const dependent = mentionsOrigin(file);
    const bytes = dependent ? withOrigin(file, origin) : file.bytes;
    if (!bytes) return undefined;
    const cache = dependent && personal ? 'private, no-cache' : cacheRule(file);
    const document = prepare({
      bytes,
      type: file.type,
      status: statusOf(path),
      headers: headers(file, bytes, cache),
    });
    (dependent ? own : shared).set(path, document);
    return document;
  };

  function headers({ path, type }: SiteFile, bytes: Buffer, cache: string): Record<string, string> {
    // An SVG opened by itself is a document too; its own styles need their hashes as a page's do.
    const needs = /html|svg/.test(type) ? { ...manifest, ...inlineNeeds(bytes.toString()) } : undefined;
    return {
      'Cache-Control': cache,
      ...securityHeaders(https, needs),
      ...(statusOf(path) === 200 ? {} : { 'X-Robots-Tag': 'noindex' }),
    };
  }
}

/** Hashed names never change their content; a page is asked about every time; an icon may be a day old. */
export function cacheRule({ path, type }: SiteFile): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  return type.startsWith('text/html') ? 'no-cache' : 'public, max-age=86400';
}
