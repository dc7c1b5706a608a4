/**
 * The pages are built before anyone knows where they will stand, so absolute addresses hold a placeholder, which
 * SITE_URL replaces when the site is loaded.
 *
 * Without SITE_URL nobody knows: the Host header says what its sender likes, and a page that names a stranger's
 * host as its own address would help that host's copy in search results. So what must be absolute is left out
 * (canonical, hreflang, og:url, og:image, the sitemap and the line of robots.txt that names it), and what may be
 * relative to the root is. The start asks for SITE_URL.
 */
import { placeholderOrigin } from '../../contract/origin.ts';
import type { SiteFile } from './dist.ts';

export function mentionsOrigin({ type, bytes }: SiteFile): boolean {
  return /html|xml|plain/.test(type) && bytes.includes(placeholderOrigin);
}

/** The file's bytes as visitors get them; undefined for a file that makes no sense without an origin. */
export function withOrigin(file: SiteFile, origin: string | undefined): Buffer | undefined {
  if (!mentionsOrigin(file)) return file.bytes;
  const text = file.bytes.toString();
  if (origin) return Buffer.from(text.replaceAll(placeholderOrigin, origin));
  if (file.type.startsWith('application/xml')) return undefined;
  const relative = file.type.startsWith('text/html')
    ? text.replace(/<(?:link|meta)\b[^<>]*>/g, (tag) => (tag.includes(placeholderOrigin) ? '' : tag))
    : text.replace(/^Sitemap: .*\n?/gm, '');
  return Buffer.from(relative.replaceAll(placeholderOrigin, ''));
}
