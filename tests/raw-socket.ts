/** Sends raw bytes to a server. An HTTP client would reject or normalize them. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Sends the bytes, closes our half of the connection and returns everything the server sent, as latin1. */
export const exchange = (port: number, bytes: string) =>
  receive(port, (socket) => socket.end(bytes, 'latin1'));

async function receive(port: number, send: (socket: Socket) => void): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  // A server may reset the connection while we are still sending. Keep what it sent before.
  socket.on('error', () => socket.destroy());
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  socket.once('end', () => socket.end());
  send(socket);
  await once(socket, 'close');
  return Buffer.concat(received).toString('latin1');
}

export type Answer = { status: number; headers: Record<string, string>; names: string[]; body: string };

/**
 * The response to a request with `Connection: close`, including repeated headers, which a client library would merge.
 * Our half stays open, because Node may drop a client that closed its half before the response.
 */
export async function responseTo(port: number, bytes: string): Promise<Answer> {
  const [head = '', body = ''] = (await receive(port, (socket) => socket.write(bytes, 'latin1'))).split(
    /\r\n\r\n([\s\S]*)/,
    2,
  );
  const [statusLine = '', ...lines] = head.split('\r\n');
  const pairs = lines.map((line) => line.split(/: (.*)/, 2) as [string, string]);
  const names = pairs.map(([name]) => name.toLowerCase());
  const headers = Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));
  return { status: Number(statusLine.split(' ')[1]), headers, names, body };
}

/** The status of every response. A status line may directly follow a body that has no final line break. */
export const statusesIn = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
