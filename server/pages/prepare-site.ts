/** Prepares every file of the site for sending. */
import { addressOfFile } from './addresses.ts';
import { type Dist, type SiteFile, statusOf } from './dist.ts';
import { type Document, prepare } from './document.ts';
import { inlineNeeds } from './inline.ts';
import { isHttps, securityHeaders } from './security-headers.ts';

/** The answers by the usual addresses: `/`, `/?lang=en`, `/404`, `/assets/…`. */
export function prepareSite(
  { files, buildInfo }: Pick<Dist, 'files' | 'buildInfo'>,
  siteUrl: string | null,
): Map<string, Document> {
  const documents = new Map<string, Document>();
  for (const file of files) {
    const { path, type, bytes } = file;
    const status = statusOf(path);
    // An SVG opened by itself is a document too, and its styles need hashes.
    const needs = /html|svg/.test(type) ? { ...buildInfo, ...inlineNeeds(bytes.toString()) } : undefined;
    const headers = {
      'Cache-Control': cacheRule(file),
      ...securityHeaders(isHttps(siteUrl), needs),
      ...(status === 200 ? {} : { 'X-Robots-Tag': 'noindex' }),
    };
    documents.set(addressOfFile(path), prepare({ ...file, status, headers }));
  }
  return documents;
}

/** Files with hashed names never change, pages are revalidated, icons may be a day old. */
export function cacheRule({ path, type }: SiteFile): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  return type.startsWith('text/html') ? 'no-cache' : 'public, max-age=86400';
}
