import { parentPort, workerData } from 'node:worker_threads';
import { askRepeatedly, type Order } from './load-generator.ts';

const { url, connections, seconds, rate = Number.POSITIVE_INFINITY } = workerData as Order;
const took: number[] = [];
const begin = performance.now();
const pause = (connections / rate) * 1000;
await Promise.all(
  Array.from({ length: connections }, (_, index) => {
    // Not all at once: they begin one after the other within the first pause.
    const pace = { from: begin + (index / connections) * pause, until: begin + seconds * 1000, pause };
    return askRepeatedly(new URL(url), pace, took);
  }),
);
took.sort((a, b) => a - b);
parentPort?.postMessage({ rate: took.length / seconds, p99: took[Math.floor(took.length * 0.99)] ?? 0 });
