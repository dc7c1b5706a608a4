/** Sends bytes to a server as they are, because an HTTP client would refuse or change them. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Everything the server sends until it closes, one character a byte. Our half is closed, so that it waits for no more. */
export const exchange = (port: number, bytes: string) =>
  heardFor(port, (socket) => socket.end(bytes, 'latin1'));

async function heardFor(port: number, send: (socket: Socket) => void): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  // A server that hangs up while we are still sending resets the connection; what it sent before counts.
  socket.on('error', () => socket.destroy());
  const heard: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => heard.push(chunk));
  socket.once('end', () => socket.end());
  send(socket);
  await once(socket, 'close');
  return Buffer.concat(heard).toString('latin1');
}

export type Answer = { status: number; headers: Record<string, string>; names: string[]; body: string };

/**
 * The one answer to a request with `Connection: close`. A client library would hide a header that is sent twice. Our half
 * stays open, because Node may drop a client that has closed its own before the answer.
 */
export async function answerTo(port: number, bytes: string): Promise<Answer> {
  const [head = '', body = ''] = (await heardFor(port, (socket) => socket.write(bytes, 'latin1'))).split(
    /\r\n\r\n([\s\S]*)/,
    2,
  );
  const [statusLine = '', ...lines] = head.split('\r\n');
  const pairs = lines.map((line) => line.split(/: (.*)/, 2) as [string, string]);
  const names = pairs.map(([name]) => name.toLowerCase());
  const headers = Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));
  return { status: Number(statusLine.split(' ')[1]), headers, names, body };
}

/** The status of every answer: a second one follows the first one's body without a line break. */
export const statusesIn = (heard: string): number[] =>
  [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
