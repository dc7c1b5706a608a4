import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { submissionPath } from '../../contract/submission.ts';
import { startTestService, type TestService } from '../../tests/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Everything the server says on one connection after these bytes were written to it, until it closes. */
async function exchange(port: number, ...writes: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  for (const write of writes) socket.write(write);
  return await text(socket);
}
const head = (...lines: string[]) =>
  [`POST ${submissionPath} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...lines, '', ''].join(
    '\r\n',
  );

describe('a body', () => {
  it('that announces too much is refused at once, and the answer arrives', async () => {
    const answer = await exchange(service.port, head(`Content-Length: ${64 * 1024 + 1}`));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/connection: close/i);
  });

  it('that turns out too large is refused, and the answer arrives although the sender went on', async () => {
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    const answer = await exchange(service.port, head('Transfer-Encoding: chunked'), ...Array(20).fill(chunk));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('that breaks off stores nothing and harms nobody', async () => {
    const socket = connect(service.port, '127.0.0.1');
    socket.write(`${head('Content-Length: 100')}{"name":"A","phone":"1","message":"m"}`);
    await once(socket, 'connect');
    socket.destroy();
    expect((await service.post({ name: 'B', phone: '1', message: 'm' })).status).toBe(201);
    expect((await service.leads()).map(({ name }) => name)).toEqual(['B']);
  });
});
