import { describe, expect, it } from 'vitest';
import { clientAddress, clientKey, isAddressOrBlock, trustedProxies } from './client-address.ts';

const trusted = trustedProxies(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);

describe('the client’s address', () => {
  it.each([
    ['the socket’s, whatever a stranger claims', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['what a trusted proxy says', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['not what the client put before it', '127.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    [
      'found through a chain of trusted proxies',
      '127.0.0.1',
      '1.1.1.1, 198.51.100.1, 10.2.3.4',
      '198.51.100.1',
    ],
    ['the proxy’s own when it says nothing', '127.0.0.1', undefined, '127.0.0.1'],
    ['the proxy’s own when it says nonsense', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['the last proxy’s when all are trusted', '127.0.0.1', '10.9.9.9, 10.1.1.1', '10.9.9.9'],
    ['an IPv4 address in IPv6 clothes', '::ffff:203.0.113.5', undefined, '203.0.113.5'],
    ['an IPv6 address of the same network, without its zone', 'fe80::7%eth0', undefined, 'fe80::7'],
    ['what a proxy says with a zone no such address has', '127.0.0.1', '2001:db8::7%eth0', '2001:db8::7'],
    ['the socket’s, though a zone is claimed', '203.0.113.5', '2001:db8::7%eth0', '203.0.113.5'],
    ['without a zone in brackets', '127.0.0.1', '[fe80::7%eth0]:4711', 'fe80::7'],
    ['behind an IPv6 proxy', 'fd00::1', '[2001:db8::7]:4711', '2001:db8::7'],
    ['without a port', '127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ])('is %s', (_case, socket, header, expected) => {
    expect(clientAddress(socket, header, trusted)).toBe(expected);
  });

  it('is not taken from the header when no proxy is trusted', () => {
    expect(clientAddress('127.0.0.1', '198.51.100.1', trustedProxies([]))).toBe('127.0.0.1');
  });
});

describe('one client', () => {
  it('is one IPv4 address', () => {
    expect(clientKey('198.51.100.1')).not.toBe(clientKey('198.51.100.2'));
  });

  it('is a whole /64 of IPv6, however it is written', () => {
    const spellings = ['2001:db8:0:7::1', '2001:DB8::7:0:0:0:2', '2001:0db8:0000:0007:ffff:ffff:ffff:ffff'];
    expect(new Set(spellings.map(clientKey)).size).toBe(1);
    expect(clientKey('2001:db8:0:8::1')).not.toBe(clientKey('2001:db8:0:7::1'));
    expect(clientKey('::1')).toBe('::/64');
  });
});

it.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0/8', '::/129', 'localhost', '1.2.3.4/8/8', ''])(
  'takes "%s" for neither an address nor a block',
  (entry) => {
    expect(isAddressOrBlock(entry)).toBe(false);
  },
);
