import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startInboxRoom } from '../../tests/inbox-room.ts';
import { type AccessConfig, inboxAccess, inboxAddress } from './access.ts';

const proxies = (...addresses: string[]) => {
  const list = new BlockList();
  for (const address of addresses) list.addAddress(address, address.includes(':') ? 'ipv6' : 'ipv4');
  return list;
};
const config: AccessConfig = { inbox: true, siteUrl: null, trustedProxies: proxies() };

type Request = { address?: string; host?: string; headers?: Record<string, string>; version?: string };
const find = (changes: Partial<AccessConfig>, request: Request = {}) => {
  const { address = '127.0.0.1', host = 'localhost:3000', headers = {}, version = '1.1' } = request;
  return inboxAccess({ ...config, ...changes })({
    socket: { remoteAddress: address },
    headers: { host, ...headers },
    httpVersion: version,
  } as unknown as IncomingMessage);
};

describe('the inbox does not exist', () => {
  test.each<[string, Partial<AccessConfig>, Request]>([
    ['with INBOX=off', { inbox: false, siteUrl: 'https://example.uz' }, {}],
    ['with INBOX=off, on the machine itself', { inbox: false }, {}],
    ['under a SITE_URL without https', { siteUrl: 'http://example.uz' }, { host: 'example.uz' }],
    ['under a domain that leads to the machine', {}, { host: 'rebinding.example:3000' }],
    ['under a name that only begins like localhost', {}, { host: 'localhost.example' }],
    ['through a proxy that adds X-Forwarded-For', {}, { headers: { 'x-forwarded-for': '198.51.100.7' } }],
    ['through a proxy that adds X-Forwarded-Port', {}, { headers: { 'x-forwarded-port': '443' } }],
    [
      'through a proxy that adds a header of its own',
      {},
      { headers: { 'fastly-client-ip': '198.51.100.7' } },
    ],
    ['through a proxy that adds Via', {}, { headers: { via: '1.1 proxy' } }],
    ['through a proxy that adds Forwarded', {}, { headers: { forwarded: 'for=198.51.100.7' } }],
    ['through a proxy that adds nothing', {}, { version: '1.0' }],
    ['through a trusted proxy', { trustedProxies: proxies('127.0.0.1') }, {}],
    ...['192.168.1.5', '203.0.113.9', '::ffff:10.0.0.1', 'fe80::1%eth0', ''].map(
      (address): [string, Partial<AccessConfig>, Request] => [`from "${address}"`, {}, { address }],
    ),
  ])('%s', (_, changes, request) => {
    expect(find(changes, request)).toBeNull();
  });

  test('and its API answers as if it were not there', async () => {
    const room = await startInboxRoom({ config: { inbox: false } });
    const answer = await room.browser().ask('GET', '/sign-in');
    expect([answer.status, await answer.text()]).toEqual([404, 'Not found']);
  });
});

describe('the inbox exists', () => {
  test('under a SITE_URL with https, whatever is in front of it', () => {
    const request = { address: '10.0.0.1', host: 'example.uz', headers: { 'x-forwarded-proto': 'https' } };
    expect(find({ siteUrl: 'https://example.uz' }, request)).toEqual({
      origin: 'https://example.uz',
      https: true,
    });
  });

  test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])('on the machine itself, as %s', (host) => {
    for (const address of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])
      expect(find({}, { host, address })).toEqual({ origin: `http://${host}`, https: false });
  });
});

test.each([
  ['http://localhost:3000/inbox', {}],
  ['http://localhost:3000/inbox', { host: '0.0.0.0' }],
  ['http://127.0.0.1:3000/inbox', { host: '127.0.0.1' }],
  ['http://[::1]:3000/inbox', { host: '::1' }],
  ['https://example.uz/inbox', { siteUrl: 'https://example.uz' }],
  ['http://localhost:3000/inbox', { siteUrl: 'http://example.uz' }],
  [null, { inbox: false }],
  [null, { host: '192.168.1.5' }],
  [null, { trustedProxies: proxies('127.0.0.1', '::1') }],
  ['https://example.uz/inbox', { siteUrl: 'https://example.uz', trustedProxies: proxies('127.0.0.1') }],
])('its address is %s with %j', (address, changes) => {
  expect(inboxAddress({ ...config, host: null, ...changes }, 3000)).toBe(address);
});
