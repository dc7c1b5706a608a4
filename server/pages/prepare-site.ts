import { addressOfFile } from './addresses.ts';
import { type Dist, type SiteFile, statusOf } from './dist.ts';
import { inlineSources } from './inline.ts';
import { type PreparedFile, prepareFile } from './prepared-file.ts';
import { isHttps, securityHeaders } from './security-headers.ts';

/** By address: `/`, `/?lang=en`, `/404`, `/assets/…`. */
export function prepareSite(
  { files, buildInfo }: Pick<Dist, 'files' | 'buildInfo'>,
  siteUrl: string | null,
): Map<string, PreparedFile> {
  const prepared = new Map<string, PreparedFile>();
  for (const file of files) {
    const { path, type, bytes } = file;
    const status = statusOf(path);
    // An SVG opened by itself is a document too.
    const sources = /html|svg/.test(type) ? { ...buildInfo, ...inlineSources(bytes.toString()) } : undefined;
    const headers = {
      'Cache-Control': cacheRule(file),
      ...securityHeaders(isHttps(siteUrl), sources),
      ...(status === 200 ? {} : { 'X-Robots-Tag': 'noindex' }),
    };
    prepared.set(addressOfFile(path), prepareFile(file, headers, status));
  }
  return prepared;
}

/** Assets have hashes in their names. */
export function cacheRule({ path, type }: SiteFile): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  return type.startsWith('text/html') ? 'no-cache' : 'public, max-age=86400';
}
