import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { clientAddress, clientKey, isAddressOrBlock, trustedProxies } from './client-address.ts';

const trusted = trustedProxies(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);

describe('the client’s address', () => {
  test.each([
    ['the socket’s, whatever a stranger claims', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['what a trusted proxy says', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['not what the client itself put into the header', '127.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['found through a chain of proxies', '127.0.0.1', '1.1.1.1, 198.51.100.1, 10.2.3.4', '198.51.100.1'],
    ['the proxy’s own when it says nothing', '127.0.0.1', undefined, '127.0.0.1'],
    ['the last proxy’s when all are trusted', '127.0.0.1', '10.9.9.9, 10.1.1.1', '10.9.9.9'],
    ['an IPv4 address written as IPv6', '::ffff:203.0.113.5', undefined, '203.0.113.5'],
    ['without its zone', 'fe80::7%eth0', undefined, 'fe80::7'],
    ['behind an IPv6 proxy', 'fd00::1', '2001:db8::7', '2001:db8::7'],
  ])('is %s', (_case, remoteAddress, forwarded, expected) => {
    const headers = { 'x-forwarded-for': forwarded };
    const request = { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
    expect(clientAddress(request, trusted)).toBe(expected);
  });
});

test('one client is an IPv4 address, or a whole /64 of IPv6', () => {
  expect(clientKey('198.51.100.1')).toBe('198.51.100.1');
  const spellings = ['2001:db8:0:7::1', '2001:DB8::7:0:0:0:2', '2001:0db8:0000:0007:ffff:ffff:ffff:ffff'];
  expect(new Set(spellings.map(clientKey))).toEqual(new Set(['2001:0db8:0000:0007::/64']));
  expect(clientKey('::1')).toBe('0000:0000:0000:0000::/64');
});

test.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0/8', '::/129', 'localhost', '1.2.3.4/8/8', ''])(
  '"%s" is neither an address nor a block',
  (entry) => {
    expect(isAddressOrBlock(entry)).toBe(false);
  },
);
