import type { LookupAddress } from 'node:dns';
import { expect, test } from 'vitest';
import { isPublicAddress, publicLookup } from './public-address.ts';

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%lo',
  'ff02::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2002:7f00:1::',
  '2001:db8::1',
  'localhost',
])('%s is not on the open internet', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '100.63.255.255', '100.128.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4010::1'])(
  '%s is on the open internet',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

type Found = { error: Error | null; address: string | LookupAddress[] };
const find = (hostname: string, all: boolean) =>
  new Promise<Found>((resolve) =>
    publicLookup(hostname, { all }, (error, address) => resolve({ error, address })),
  );

test('a name that leads into the machine is not resolved', async () => {
  expect((await find('localhost', true)).error?.message).toBe('localhost is a private address');
});

test('a public address is handed to the socket in the form it asked for', async () => {
  expect(await find('8.8.8.8', true)).toEqual({ error: null, address: [{ address: '8.8.8.8', family: 4 }] });
  expect(await find('8.8.8.8', false)).toEqual({ error: null, address: '8.8.8.8' });
});

test('a name that does not exist is an error', async () => {
  expect((await find('nowhere.invalid', true)).error).toBeInstanceOf(Error);
});
