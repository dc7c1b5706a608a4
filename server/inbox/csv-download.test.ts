import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, expect, it, vi } from 'vitest';
import type { Leads, WholeLead } from '../leads/leads.ts';
import { StoreUnavailable } from '../store/store.ts';
import { leadRoutes } from './leads.ts';
import type { InboxEnv } from './request.ts';

const lead: WholeLead = {
  ...{ ref: 'K7Q2-9F3D', createdAt: '2026-10-31T20:05:09.876Z', name: 'Dilnoza', phone: '+998 90 123 45 67' },
  ...{ dial: '+998901234567', email: null, message: 'a'.repeat(70_000), excerpt: 'a', language: 'uz' },
  ...{ source: null, campaign: null, status: 'new', spam: false },
};
const report = vi.fn();
const said = vi.spyOn(console, 'error');
const server = createServer();
afterEach(() => {
  server.close();
  vi.clearAllMocks();
});

async function serve(each: Leads['each']): Promise<number> {
  const routes = leadRoutes({
    leads: { each } as unknown as Leads,
    signIn: { isOpen: async () => true },
    report,
  });
  server.removeAllListeners('request');
  server.on('request', getRequestListener(new Hono<InboxEnv>().route('/', routes).fetch));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

it.each([
  ['the store', new StoreUnavailable('it is away')],
  ['an error', new Error('cannot write "Dilnoza"')],
])('a file that %s breaks off is seen to be no whole one, and reported once', async (_, error) => {
  const port = await serve(async function* () {
    // The first piece is on its way when it happens.
    yield lead;
    throw error;
  });
  const download = await fetch(`http://127.0.0.1:${port}/leads.csv`);
  await expect(download.text()).rejects.toThrow();
  // As some proxies ask: without a length and without chunks.
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /leads.csv HTTP/1.0\r\nHost: x\r\n\r\n'));
  await expect(buffer(socket)).rejects.toThrow('ECONNRESET');
  expect(report.mock.calls).toEqual([[error], [error]]);
  expect(said).not.toHaveBeenCalled();
});
