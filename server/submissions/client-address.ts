import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { expandIPv6 } from 'hono/utils/ipaddr';

/** Throws unless all entries are addresses or CIDR blocks. */
export function trustedProxies(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d+))?$/.exec(entry) ?? [];
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

export function isAddressOrBlock(entry: string): boolean {
  try {
    return trustedProxies([entry]) !== null;
  } catch {
    return false;
  }
}

/** Reads X-Forwarded-For from its end, as far as trusted proxies wrote it. The client may have made up the rest. */
export function clientAddress({ socket, headers }: IncomingMessage, trusted: BlockList): string {
  const hops = headers['x-forwarded-for']?.toString().split(',') ?? [];
  let address = normalise(socket.remoteAddress ?? '');
  while (isIP(address) && trusted.check(address, familyOf(address))) {
    const hop = normalise(hops.pop() ?? '');
    if (!isIP(hop)) break;
    address = hop;
  }
  return address;
}

/** A stranger may send the header too, but not from the machine's own network. */
export function isUntrustedProxy({ socket, headers }: IncomingMessage, trusted: BlockList): boolean {
  const address = normalise(socket.remoteAddress ?? '');
  if (!headers['x-forwarded-for'] || !isIP(address)) return false;
  return ownNetwork.check(address, familyOf(address)) && !trusted.check(address, familyOf(address));
}

/** Rate limits apply to this key. An IPv6 customer has a whole /64. */
export const clientKey = (address: string): string =>
  isIPv6(address) ? `${expandIPv6(address.toLowerCase()).slice(0, 19)}::/64` : address;

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Sockets show IPv4 clients as ::ffff:192.0.2.1 and link-local ones with a zone. */
const normalise = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)|%.*/gi, '');

const ownNetwork = trustedProxies([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1',
  'fc00::/7',
]);
