/**
 * Absolute URLs begin with a placeholder, which SITE_URL replaces. Without SITE_URL, tags that need an absolute URL are left
 * out and other URLs become relative. The Host header is not used: a stranger’s domain that points here would become canonical.
 */
export const placeholderOrigin = 'https://origin.invalid';

/** Undefined for a file that makes no sense without an origin. */
export function withOrigin(path: string, text: string, origin: string | undefined): string | undefined {
  if (!text.includes(placeholderOrigin)) return text;
  if (origin) return text.replaceAll(placeholderOrigin, origin);
  if (path.endsWith('.xml')) return undefined;
  const relative = path.endsWith('.html')
    ? text.replace(/<(?:link|meta)\b[^<>]*>/g, (tag) => (tag.includes(placeholderOrigin) ? '' : tag))
    : text.replace(/^Sitemap: .*\n?/gm, '');
  return relative.replaceAll(placeholderOrigin, '');
}
