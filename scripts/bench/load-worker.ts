import { parentPort, workerData } from 'node:worker_threads';
import { askRepeatedly } from './load-generator.ts';

const { url, connections, seconds } = workerData as { url: string; connections: number; seconds: number };
const took: number[] = [];
const until = performance.now() + seconds * 1000;
await Promise.all(Array.from({ length: connections }, () => askRepeatedly(new URL(url), until, took)));
took.sort((a, b) => a - b);
parentPort?.postMessage({ rate: took.length / seconds, p99: took[Math.floor(took.length * 0.99)] ?? 0 });
