import type { IncomingMessage } from 'node:http';
import { inboxPath } from '../../contract/inbox.ts';
import type { Config } from '../config.ts';
import { clientAddress, trustedProxies } from '../submissions/client-address.ts';

/** Where a request comes in: the only origin its changes may come from, and whether cookies travel by https. */
export type Entrance = { origin: string; https: boolean };

/** Null where there is no inbox for this request. */
export type FindEntrance = (request: IncomingMessage) => Entrance | null;

type Settings = Pick<Config, 'inbox' | 'siteUrl' | 'trustedProxies'>;

/**
 * The inbox is where it can be entered safely: under a SITE_URL with https or, to try it out, on the machine itself,
 * asked for by a name of its own and through no proxy. A name of somebody's domain that leads to 127.0.0.1 is none of
 * its own: that is how a page on the web would reach it.
 */
export function createEntrance({ inbox, siteUrl, trustedProxies: proxies }: Settings): FindEntrance {
  if (!inbox) return () => null;
  if (siteUrl?.startsWith('https://')) {
    const entrance = { origin: siteUrl, https: true };
    return () => entrance;
  }
  const trusted = trustedProxies(proxies);
  const nobody = trustedProxies([]);
  return ({ socket, headers, httpVersion }) => {
    const address = clientAddress(socket.remoteAddress ?? '', undefined, nobody);
    const host = ownHost(headers.host);
    const family = address.includes(':') ? 'ipv6' : 'ipv4';
    if (!host || !loopback.check(address, family) || trusted.check(address, family)) return null;
    // A proxy that adds none of these may speak HTTP/1.0, which browsers have not for decades. One that does neither
    // cannot be told from a browser: docs/operations.md says what it needs.
    if (httpVersion === '1.0' || Object.keys(headers).some(isOfAProxy)) return null;
    return { origin: `http://${host}`, https: false };
  };
}

const loopback = trustedProxies(['127.0.0.0/8', '::1']);
const isOfAProxy = (name: string) =>
  ['forwarded', 'via', 'x-real-ip', 'cf-connecting-ip'].includes(name) ||
  name.startsWith('x-forwarded') ||
  name.endsWith('-client-ip');

/** The host as browsers write it in an origin. */
function ownHost(header = ''): string | null {
  const url = URL.parse(`http://${header}`);
  return url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) ? url.host : null;
}

/** Its address on the web: for those who are not at the machine. */
export const inboxFromAnywhere = ({ inbox, siteUrl }: Pick<Config, 'inbox' | 'siteUrl'>): string | null =>
  inbox && siteUrl?.startsWith('https://') ? siteUrl + inboxPath : null;

const everywhere = [null, '0.0.0.0', '::'];

/** What to type to get there; null where there is no way in. */
export function inboxAddress(
  { inbox, siteUrl, host, trustedProxies: proxies }: Settings & Pick<Config, 'host'>,
  port: number,
): string | null {
  const address = inboxFromAnywhere({ inbox, siteUrl });
  if (!inbox || address) return address;
  // Where a proxy is on this machine, whoever comes from it may have come from elsewhere: refused above.
  const trusted = trustedProxies(proxies);
  if (trusted.check('127.0.0.1') || trusted.check('::1', 'ipv6')) return null;
  const name = everywhere.includes(host) ? 'localhost' : host?.includes(':') ? `[${host}]` : host;
  const own = ownHost(`${name}:${port}`);
  return own ? `http://${own}${inboxPath}` : null;
}
