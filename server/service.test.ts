import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, it, vi } from 'vitest';
import { submissionPath } from '../contract/submission.ts';
import { exchange } from '../tests/raw-socket.ts';
import { startTestService } from '../tests/service.ts';
import { createApp } from './app.ts';
import { freshMs } from './health.ts';
import { createLog } from './log.ts';
import { openSqliteStore } from './store/sqlite.ts';
import { trustedProxies } from './submissions/client-address.ts';
import { noRateLimit } from './submissions/rate-limit.ts';

const submission = {
  name: 'Oybek Karimov',
  phone: '+998 93 777 66 55',
  email: 'oybek@example.uz',
  message: 'Maxfiy matn',
};

describe('the service', () => {
  it('hands the pages what is theirs and keeps the API', async () => {
    const service = await startTestService(
      {},
      {
        pages: (request, response) => {
          if (request.url?.startsWith('/rest/') || request.url === '/healthz') return false;
          response.end('a page');
          return true;
        },
      },
    );
    expect(await (await fetch(service.url)).text()).toBe('a page');
    expect((await service.post(submission)).status).toBe(201);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    // As to a proxy: a server has to understand it.
    const head = 'HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    expect(await exchange(service.port, `GET http://x/ ${head}`)).toContain('a page');
    expect(await exchange(service.port, `GET http://x/healthz ${head}`)).toMatch(/^HTTP\/1\.1 200 /);
    await service.stop();
  });

  it('finishes what is under way when it is stopped, and takes nothing new', async () => {
    const service = await startTestService();
    const unused = connect(service.port, '127.0.0.1');
    await once(unused, 'connect');
    const body = JSON.stringify(submission);
    const socket = connect(service.port, '127.0.0.1');
    socket.write(
      `POST ${submissionPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 10)}`,
    );
    // Until the server has seen the beginning there is nothing under way.
    await fetch(`${service.url}/healthz`);
    const leadsBefore = await service.leads();
    const stopped = service.stop();
    const refused = connect(service.port, '127.0.0.1');
    expect((await once(refused, 'error'))[0].code).toBe('ECONNREFUSED');
    socket.write(body.slice(10));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /);
    await stopped;
    expect(unused.readyState).not.toBe('open');
    expect(leadsBefore).toEqual([]);
  });

  it('does not start on a port that is taken, and says so', async () => {
    const service = await startTestService();
    await expect(startTestService({ PORT: String(service.port) })).rejects.toThrow(
      `PORT ${service.port} is already in use`,
    );
    await expect(startTestService({ HOST: '203.0.113.1' })).rejects.toThrow(
      'HOST 203.0.113.1 is not an address',
    );
    await service.stop();
  });

  it('writes references into its log, and nothing about the visitor', async () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const service = await startTestService({ RATE_LIMIT: '2/60', TRUSTED_PROXIES: '127.0.0.1' }, { log });
    const headers = { 'X-Forwarded-For': '198.51.100.77', 'Idempotency-Key': 'secret-key' };
    await service.post(submission, headers);
    await service.post({ ...submission, email: 'malformed' }, headers);
    await service.post({ ...submission, message: 'ikkinchi' }, headers);
    await service.post({ ...submission, message: 'uchinchi' }, headers);
    const [lead] = await service.leads();
    await service.stop();
    const written = lines.join('');
    expect(written).toContain(lead?.ref);
    expect(written).toContain('Too many submissions');
    for (const word of [
      ...Object.values(submission),
      'Oybek',
      '93 777',
      '198.51.100.77',
      'secret-key',
      'malformed',
    ]) {
      expect(written).not.toContain(word);
    }
  });
});

describe('the health check', () => {
  it('is 200 only while the store can be written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'health-test-'));
    const store = await openSqliteStore(join(folder, 'leads.db'));
    const app = createApp({
      ...{ store, rateLimit: noRateLimit, trustedProxies: trustedProxies([]), log: createLog('silent') },
      ...{
        origins: { siteUrl: null, allowedOrigins: [] },
        siteUrl: null,
        channels: [],
        leadStored: () => {},
      },
    });
    const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const check = () => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/healthz`);
    expect((await check()).status).toBe(200);
    await store.close();
    expect((await check()).status).toBe(200);
    const later = performance.now() + freshMs + 1;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
    const failed = await check();
    clock.mockRestore();
    expect([failed.status, failed.headers.get('cache-control')]).toEqual([503, 'no-store']);
    server.close();
    rmSync(folder, { recursive: true });
  });
});

describe('the process', () => {
  const run = (environment: Record<string, string>) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts')], {
      env: { PATH: process.env.PATH, ...environment },
    });
    const lines = createInterface(child.stdout);
    const output: string[] = [];
    lines.on('line', (line) => output.push(line));
    return { child, lines, output, errors: text(child.stderr), end: once(child, 'close') };
  };

  const telegram = {
    TELEGRAM_BOT_TOKEN: '1:a',
    TELEGRAM_CHAT_ID: '1',
    TELEGRAM_API_URL: 'http://127.0.0.1:9',
  };

  it('ends with a sentence when it would have nothing to deliver to', async () => {
    const { errors, end } = run({});
    expect((await end)[0]).toBe(1);
    expect(await errors).toMatch(/^No delivery channel is configured\. .*\n$/);
  });

  it('ends with one sentence for each mistake in its configuration', async () => {
    const { errors, end } = run({ PORT: 'eighty', TELEGRAM_CHAT_ID: '5' });
    expect((await end)[0]).toBe(1);
    const sentences = (await errors).trim().split('\n');
    expect(sentences).toEqual([
      expect.stringMatching(/^PORT /),
      expect.stringMatching(/^TELEGRAM_BOT_TOKEN /),
    ]);
  });

  it('ends with a sentence when its data folder cannot be used', async () => {
    const { errors, end } = run({ ...telegram, DATA_DIR: '/dev/null/data' });
    expect((await end)[0]).toBe(1);
    expect((await errors).trim()).toMatch(/^DATA_DIR cannot be used: .*\.$/);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends in peace on %s', async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'process-test-'));
    const { child, lines, output, errors, end } = run({ ...telegram, DATA_DIR: folder });
    await once(lines, 'line');
    // As Ctrl+C does under npm: the signal comes to the group and is passed on as well.
    for (let i = 0; i < 3; i++) child.kill(signal);
    expect(await end).toEqual([0, null]);
    expect(output.at(-1)).toContain('"msg":"Stopped"');
    expect(await errors).toBe('');
    rmSync(folder, { recursive: true });
  });
});
