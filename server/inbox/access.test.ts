import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { startTestInbox } from '#tests/start-test-inbox.ts';
import { inboxAccess, inboxUrlOnPort } from './access.ts';

type Config = { inboxEnabled?: boolean; siteUrl?: string; host?: string };
const config = { inboxEnabled: true, siteUrl: null, host: null };
type Request = { address?: string; host?: string; headers?: Record<string, string> };
const find = (changes: Config, { address = '127.0.0.1', host = 'localhost:3000', headers }: Request = {}) => {
  const request = { socket: { remoteAddress: address }, headers: { host, ...headers } };
  return inboxAccess({ ...config, ...changes }, request as unknown as IncomingMessage);
};

describe('the inbox does not exist', () => {
  test.each<[string, Config, Request]>([
    ['with INBOX=off', { inboxEnabled: false, siteUrl: 'https://example.uz' }, {}],
    ['under a SITE_URL without https', { siteUrl: 'http://example.uz' }, { host: 'example.uz' }],
    ['under a domain that leads to the machine', {}, { host: 'rebinding.example:3000' }],
    ['under a name that only begins like localhost', {}, { host: 'localhost.example' }],
    ['through a proxy that adds X-Forwarded-For', {}, { headers: { 'x-forwarded-for': '198.51.100.7' } }],
    ['through a proxy that adds X-Real-IP', {}, { headers: { 'x-real-ip': '198.51.100.7' } }],
    ['through a proxy that adds Forwarded', {}, { headers: { forwarded: 'for=198.51.100.7' } }],
    ['from another machine', {}, { address: '192.168.1.5' }],
  ])('%s', (_, changes, request) => {
    expect(find(changes, request)).toBeNull();
  });

  test('and its API answers as if it were not there', async () => {
    const testInbox = await startTestInbox({ config: { inboxEnabled: false } });
    const answer = await testInbox.browser().ask('GET', '/sign-in');
    expect([answer.status, answer.headers.get('X-Robots-Tag')]).toEqual([404, null]);
  });
});

describe('the inbox exists', () => {
  test('under a SITE_URL with https, whatever is in front of it', () => {
    const request = { address: '10.0.0.1', host: 'example.uz', headers: { 'x-forwarded-proto': 'https' } };
    const access = { origin: 'https://example.uz', https: true };
    expect(find({ siteUrl: 'https://example.uz' }, request)).toEqual(access);
  });

  test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])('on the machine itself, as %s', (host) => {
    for (const address of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])
      expect(find({}, { host, address })).toEqual({ origin: `http://${host}`, https: false });
  });
});

test.each<[string | null, Config]>([
  ['http://localhost:3000/inbox', {}],
  ['http://localhost:3000/inbox', { host: '0.0.0.0' }],
  ['http://127.0.0.1:3000/inbox', { host: '127.0.0.1' }],
  ['http://[::1]:3000/inbox', { host: '::1' }],
  ['https://example.uz/inbox', { siteUrl: 'https://example.uz' }],
  ['http://localhost:3000/inbox', { siteUrl: 'http://example.uz' }],
  [null, { inboxEnabled: false }],
  [null, { host: '192.168.1.5' }],
])('its address is %s with %j', (address, changes) => {
  expect(inboxUrlOnPort({ ...config, ...changes }, 3000)).toBe(address);
});
