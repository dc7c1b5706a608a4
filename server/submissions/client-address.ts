import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net';
import {
  convertIPv4BinaryToString,
  convertIPv4MappedIPv6ToIPv4,
  convertIPv6BinaryToString,
  convertIPv6ToBinary,
  isIPv4MappedIPv6,
} from 'hono/utils/ipaddr';

/** Addresses and CIDR blocks whose X-Forwarded-For is trusted. */
export type TrustedProxies = BlockList;

export function trustedProxies(entries: readonly string[]): TrustedProxies {
  const list = new BlockList();
  for (const entry of entries) {
    const [address, bits, family] = block(entry) ?? [];
    if (!family) throw new Error(`${entry} is neither an address nor a block of addresses`);
    list.addSubnet(address as string, bits as number, family);
  }
  return list;
}

export const isAddressOrBlock = (entry: string): boolean => block(entry) !== null;

function block(entry: string): [address: string, bits: number, family: 'ipv4' | 'ipv6'] | null {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const family = isIP(address);
  const most = family === 4 ? 32 : 128;
  const bits = prefix === undefined ? most : Number(prefix);
  return family === 0 || bits > most ? null : [address, bits, family === 4 ? 'ipv4' : 'ipv6'];
}

/**
 * Every proxy appends the address it was called from. The header is read from its end while its writer is trusted; what
 * precedes that may be made up by the client.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  const hops = forwardedFor?.split(',') ?? [];
  let address = plain(socketAddress);
  while (isTrusted(address, trusted)) {
    const hop = plain(hops.pop()?.trim() ?? '');
    if (isIP(hop) === 0) break;
    address = hop;
  }
  return address;
}

export const addressOf = ({ socket, headers }: IncomingMessage, trusted: TrustedProxies): string =>
  clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString(), trusted);

/** One client for the rate limit. An IPv6 customer owns a whole /64. */
export function clientKey(address: string): string {
  if (!isIPv6(address)) return address;
  return `${convertIPv6BinaryToString((convertIPv6ToBinary(address) >> 64n) << 64n)}/64`;
}

function isTrusted(address: string, trusted: TrustedProxies): boolean {
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** A dual-stack socket shows IPv4 clients as ::ffff:192.0.2.1; some proxies add brackets, a port or a zone. */
function plain(written: string): string {
  // Node takes a zone on any address, Hono's conversion throws unless the address is link-local.
  const bare = written.replace(/%[^\]]*/, '');
  const address = isIP(bare) ? bare : (SocketAddress.parse(bare)?.address ?? bare);
  if (!isIPv6(address)) return address;
  const binary = convertIPv6ToBinary(address);
  return isIPv4MappedIPv6(binary)
    ? convertIPv4BinaryToString(convertIPv4MappedIPv6ToIPv4(binary))
    : convertIPv6BinaryToString(binary);
}
