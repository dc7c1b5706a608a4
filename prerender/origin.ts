/**
 * Absolute addresses begin with a placeholder, which the build replaces by SITE_URL. Without SITE_URL it leaves out what
 * must be absolute (canonical, hreflang, og:url, og:image, the sitemap and its line in robots.txt) and makes the rest
 * relative to the root. The Host header is no substitute: a page that trusts it helps a stranger's copy in search results.
 */
export const placeholderOrigin = 'https://origin.invalid';

/** The file's text as visitors get it; undefined for a file that makes no sense without an origin. */
export function withOrigin(path: string, text: string, origin: string | undefined): string | undefined {
  if (!text.includes(placeholderOrigin)) return text;
  if (origin) return text.replaceAll(placeholderOrigin, origin);
  if (path.endsWith('.xml')) return undefined;
  const relative = path.endsWith('.html')
    ? text.replace(/<(?:link|meta)\b[^<>]*>/g, (tag) => (tag.includes(placeholderOrigin) ? '' : tag))
    : text.replace(/^Sitemap: .*\n?/gm, '');
  return relative.replaceAll(placeholderOrigin, '');
}
