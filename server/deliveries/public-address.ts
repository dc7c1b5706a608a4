import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

// Everything that is not the open internet, so that an address given for a webhook cannot reach into the
// machine or its network. IPv4: the special-purpose registry of RFC 6890 and multicast.
const privateIPv4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local, and the metadata service of cloud machines
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3], // multicast, reserved, broadcast
] as const)
  privateIPv4.addSubnet(network, prefix);

// IPv6: only 2000::/3 is in public use. That leaves out loopback, link-local, unique local, IPv4-mapped
// (::ffff:10.0.0.1) and NAT64 addresses; inside it, tunnels that carry an IPv4 address are left out too.
const publicIPv6 = new BlockList();
publicIPv6.addSubnet('2000::', 3, 'ipv6');
const tunnelIPv6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23], // Teredo and other protocol assignments
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4
  ['3fff::', 20],
] as const)
  tunnelIPv6.addSubnet(network, prefix, 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !privateIPv4.check(address);
  return isIP(address) === 6 && publicIPv6.check(address, 'ipv6') && !tunnelIPv6.check(address, 'ipv6');
}

/**
 * A `lookup` for sockets that finds public addresses only. Checking the name beforehand would not do: it can
 * resolve to another address a moment later. What this returns is what the socket connects to. A socket
 * never asks it about an address written as numbers, so those are checked by the caller.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, []);
    const [first, ...others] = found.filter(({ address }) => isPublicAddress(address));
    if (!first) return callback(new Error(`${hostname} is a private address`), []);
    if (options.all) callback(null, [first, ...others]);
    else callback(null, first.address, first.family);
  });
};
