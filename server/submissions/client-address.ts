import { BlockList, isIP, isIPv6 } from 'node:net';

/** Addresses and CIDR blocks whose word about the client's address is believed. */
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
 * The client's own address. Every proxy appends the address it was called from, so the header is read from
 * its end for as long as the one who wrote is trusted: what stands before that may be the client's invention.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  const hops = forwardedFor?.split(',').map((hop) => plain(hop.trim())) ?? [];
  let address = plain(socketAddress);
  while (isTrusted(address, trusted)) {
    const hop = hops.pop();
    if (hop === undefined || isIP(hop) === 0) break;
    address = hop;
  }
  return address;
}

/** What is counted as one client: an IPv6 customer owns a /64 and can change addresses inside it at will. */
export function clientKey(address: string): string {
  return isIPv6(address) ? `${ipv6Groups(address).slice(0, 4).join(':')}::/64` : address;
}

function isTrusted(address: string, trusted: TrustedProxies): boolean {
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** A dual-stack socket shows IPv4 clients as ::ffff:192.0.2.1; some proxies add brackets, a port or a zone. */
function plain(address: string): string {
  const bare = address.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  return mapped ?? (/^\d+\.\d+\.\d+\.\d+:\d+$/.test(bare) ? bare.replace(/:\d+$/, '') : bare);
}

function ipv6Groups(address: string): string[] {
  // The URL parser writes every spelling of an address in the one canonical form.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::').map((part) => part.split(':').filter(Boolean)) as [
    string[],
    string[]?,
  ];
  const groups = [...head];
  if (tail) groups.push(...Array<string>(8 - head.length - tail.length).fill('0'), ...tail);
  return groups;
}
