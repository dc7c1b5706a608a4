/**
 * The pages are built before anyone knows where they will stand, so absolute addresses (canonical, hreflang,
 * og:image, sitemap) hold a placeholder that is replaced when the site is loaded: by SITE_URL when it is set.
 *
 * Without SITE_URL only the Host header could tell, and its sender chooses what it says: a page that names a
 * stranger's host as its canonical address would help that host's copy in search results, and a shared cache
 * would hand it to others. So Host counts only when it names this machine itself (trying the site out, tests,
 * Lighthouse), and such pages are marked private. Everyone else gets addresses relative to the root: right on
 * whichever host, but no use to search engines and messengers, which is why the start asks for SITE_URL.
 */
import { placeholderOrigin } from '../../contract/origin.ts';
import type { SiteFile } from './dist.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** `localAddress` is where the connection really arrived; unlike Host it cannot be made up. */
export function ownOrigin(host: string | undefined, localAddress: string | undefined): string | undefined {
  const [, name = ''] = /^([a-z0-9.]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/.exec(host ?? '') ?? [];
  return loopback.has(name) || (name !== '' && name === literal(localAddress)) ? `http://${host}` : undefined;
}

function literal(address = ''): string {
  const plain = address.replace(/^::ffff:/, '');
  return plain.includes(':') ? `[${plain}]` : plain;
}

export function mentionsOrigin({ type, bytes }: SiteFile): boolean {
  return /html|xml|plain/.test(type) && bytes.includes(placeholderOrigin);
}

/** The file's bytes with addresses of `origin`; undefined where it makes no sense without one. */
export function withOrigin({ type, bytes }: SiteFile, origin: string | undefined): Buffer | undefined {
  // A sitemap may hold absolute addresses only, and so may the line of robots.txt that names it.
  if (!origin && type.startsWith('application/xml')) return undefined;
  const text = origin ? bytes.toString() : bytes.toString().replace(/^Sitemap: .*\n?/gm, '');
  return Buffer.from(text.replaceAll(placeholderOrigin, origin ?? ''));
}
