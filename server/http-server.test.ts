import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { writeDist } from '../tests/example-dist.ts';
import { startTestService } from '../tests/service.ts';
import { createPages } from './pages/pages.ts';

const request = (path: string, header = 'X: y') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`;
const _expecting = 'Expect: a-miracle';
const pages = createPages({ distDir: writeDist(), log: { warn() {}, error() {} } });

/** A connection that was used once and is kept, as proxies keep them. */
async function keptConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write(request('/favicon.svg'));
  const [answer] = await once(socket, 'data');
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*\r\n(?:.*\r\n)*Connection: keep-alive\r\n/);
  return socket;
}

describe('a server that is stopped', () => {
  test.each(['/favicon.svg', '/healthz'])(
    'behind a proxy answers %s once more on a kept connection',
    async (path) => {
      const service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' }, { pages });
      const socket = await keptConnection(service.port);
      const stopped = service.stop();
      socket.write(request(path));
      const rest = await text(socket);
      expect(rest).toMatch(/^HTTP\/1\.1 200 /);
      expect(rest).toContain('\r\nConnection: close\r\n');
      await stopped;
    },
  );

  test('without a proxy hangs up on kept connections at once', async () => {
    const service = await startTestService({}, { pages });
    const socket = await keptConnection(service.port);
    await service.stop();
    expect(await text(socket)).toBe('');
  });
});
