/** A bounded load for machines without wrk: each connection asks again as soon as it has its answer. */
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { Load } from './load.ts';

/** In a thread of its own, so that what else this process does is not in the way. */
export function generateLoad(url: string, connections: number, seconds: number): Promise<Load> {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), {
    workerData: { url, connections, seconds },
  });
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}

/** Asks over one connection until the time is up; notes how long each answer took, in milliseconds. */
export function askRepeatedly(url: URL, until: number, took: number[]): Promise<void> {
  const request = `GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nAccept-Encoding: br\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname).setNoDelay(true).on('error', reject);
    let asked = 0;
    let missing = 0;
    const ask = () => {
      asked = performance.now();
      socket.write(request);
    };
    socket.on('connect', ask).on('data', (piece: Buffer) => {
      if (missing === 0) missing = sizeOf(piece);
      missing -= piece.length;
      if (missing > 0) return;
      const now = performance.now();
      took.push(now - asked);
      if (now < until) ask();
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
