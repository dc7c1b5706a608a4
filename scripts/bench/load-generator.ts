/** A load of so many connections, at a rate or as fast as the answers come. */
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { Load } from './load.ts';

export type Order = {
  url: string;
  connections: number;
  seconds: number /** A second, in all. */;
  rate?: number;
};

/** In a thread of its own, so that what else this process does is not in the way. */
export function generateLoad(order: Order): Promise<Load> {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: order });
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}

type Pace = { from: number; until: number /** Between two questions, in milliseconds. */; pause: number };

/** Asks over one connection until the time is up; notes how long each answer took, in milliseconds. */
export function askRepeatedly(url: URL, { from, until, pause }: Pace, took: number[]): Promise<void> {
  const request = `GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nAccept-Encoding: br\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname).setNoDelay(true).on('error', reject);
    let next = from;
    let asked = 0;
    let missing = 0;
    // Not counted: TCP begins with small windows, and within one machine waits for acknowledgements in them.
    let slowStart = 4;
    const ask = () => {
      asked = performance.now();
      socket.write(request);
    };
    const askInTime = () => {
      const early = next - performance.now();
      next += pause;
      if (early > 0) setTimeout(ask, early);
      else ask();
    };
    socket.on('connect', askInTime).on('data', (piece: Buffer) => {
      if (missing === 0) missing = sizeOf(piece);
      missing -= piece.length;
      if (missing > 0) return;
      const now = performance.now();
      if (slowStart > 0) slowStart--;
      else took.push(now - asked);
      if (now < until) askInTime();
      else socket.end(resolve);
    });
  });
}

/** Of the whole answer; its head always comes in one piece here. */
function sizeOf(piece: Buffer): number {
  const end = piece.indexOf('\r\n\r\n');
  const [, length] =
    /^HTTP\/1\.1 200 [\s\S]*\r\ncontent-length: (\d+)/i.exec(piece.toString('latin1', 0, end)) ?? [];
  if (!length) throw new Error(`Not an answer: ${piece.toString('latin1', 0, 200)}`);
  return end + 4 + Number(length);
}
