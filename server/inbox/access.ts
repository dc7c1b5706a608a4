import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';
import { inboxPath } from '../../contract/inbox.ts';

/** The only origin that changes may come from, and whether cookies travel by https. */
export type Access = { origin: string; https: boolean };

/** Null where this request finds no inbox. */
export type FindAccess = (request: IncomingMessage) => Access | null;

export type AccessConfig = { inbox: boolean; siteUrl: string | null; trustedProxies: BlockList };

/**
 * The inbox exists where it is safe: under a SITE_URL with https or, for trying it out, on the machine itself, under a
 * loopback name and through no proxy. Any other name that leads to 127.0.0.1 may be a web page's attack (DNS rebinding).
 */
export function inboxAccess({ inbox, siteUrl, trustedProxies }: AccessConfig): FindAccess {
  if (!inbox) return () => null;
  if (siteUrl?.startsWith('https://')) return () => ({ origin: siteUrl, https: true });
  return ({ socket: { remoteAddress = '' }, headers, httpVersion }) => {
    const family = remoteAddress.includes(':') ? 'ipv6' : 'ipv4';
    const host = loopbackHost(headers.host);
    if (!host || !loopback.check(remoteAddress, family) || trustedProxies.check(remoteAddress, family))
      return null;
    // Browsers speak HTTP/1.1; a proxy that adds no header may speak 1.0.
    if (httpVersion === '1.0' || Object.keys(headers).some(isFromProxy)) return null;
    return { origin: `http://${host}`, https: false };
  };
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

const isFromProxy = (header: string) =>
  ['forwarded', 'via', 'x-real-ip', 'cf-connecting-ip'].includes(header) ||
  header.startsWith('x-forwarded') ||
  header.endsWith('-client-ip');

/** As browsers write it in an origin. */
function loopbackHost(header = ''): string | null {
  const url = URL.parse(`http://${header}`);
  return url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) ? url.host : null;
}

/** For people who are not at the machine. */
export const publicInbox = ({ inbox, siteUrl }: Pick<AccessConfig, 'inbox' | 'siteUrl'>): string | null =>
  inbox && siteUrl?.startsWith('https://') ? siteUrl + inboxPath : null;

/** The address to type; null where there is no way in. */
export function inboxAddress(config: AccessConfig & { host: string | null }, port: number): string | null {
  const { inbox, host, trustedProxies } = config;
  const address = publicInbox(config);
  if (!inbox || address) return address;
  if (trustedProxies.check('127.0.0.1') || trustedProxies.check('::1', 'ipv6')) return null;
  const everywhere = host === null || host === '0.0.0.0' || host === '::';
  const own = loopbackHost(`${everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`);
  return own ? `http://${own}${inboxPath}` : null;
}
