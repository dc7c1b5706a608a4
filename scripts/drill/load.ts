import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.ts';
import { audit } from './audit.ts';
import type { Database, Ground } from './ground.ts';
import type { Row } from './row.ts';
import type { ServerProcess } from './server-process.ts';

type Size = {
  databases: Database[];
  forMs: number;
  viewsPerSecond: number;
  visitors: number;
  /** The last quarter's memory may be this many times the second quarter's. */
  memoryRatio: number;
};

/**
 * Page views and submissions together, far above any season's peak: ten clients are taken per season, so a busy
 * day brings some dozens of leads and some thousands of views. Here that comes in a few seconds.
 */
export async function load(ground: Ground, size: Size): Promise<Row[]> {
  const rows: Row[] = [];
  for (const database of size.databases) {
    const place = await ground.place(database);
    const telegram = await ground.telegram();
    const server = await ground.server({
      ...place.environment,
      ...telegram.environment,
      // A window shorter than the load, so that the counters of those who left can be seen to be forgotten.
      RATE_LIMIT: '20/5',
    });
    const crowd = ground.crowd([server], { visitors: size.visitors, pauseMs: 1000 });
    const began = performance.now();
    const views = await viewPages(server, size);
    const lasted = (performance.now() - began) / 1000;
    const memory = memoryOf(server);
    await crowd.leave();
    const found = await audit({
      ...{ crowd, store: await place.open(), servers: [server], channels: { Telegram: telegram.names } },
      deliverWithinMs: 300_000,
    });
    await server.stop();
    const failed = crowd.answered(0) + crowd.answered(503);
    rows.push({
      what: `Load, ${database}`,
      ...found,
      remarks: [
        `${Math.round(lasted)} s of ${(views.times.length / lasted).toFixed(0)} page views (median ${quantile(views.times, 0.5).toFixed(1)} ms, 99 % within ${quantile(views.times, 0.99).toFixed(1)} ms) and ${(crowd.acknowledged.size / lasted).toFixed(0)} submissions per second`,
        `memory ${megabytes(memory.before)} MB in the second quarter, ${megabytes(memory.after)} MB in the last (× ${memory.ratio.toFixed(2)})`,
      ],
      broken: [
        ...found.broken,
        ...views.errors,
        ...(failed > 0 ? [`${failed} submissions failed at first`] : []),
        ...(memory.ratio > size.memoryRatio ? [`memory grew to ${memory.ratio.toFixed(2)} times`] : []),
      ],
    });
  }
  return rows;
}

/** More than this many at once, and the machine is not up to the load: then fewer begin, and the table says so. */
const mostUnderWay = 200;

/** Views begin at their rate whether or not earlier ones were answered, as those of real visitors do. */
async function viewPages(server: ServerProcess, { forMs, viewsPerSecond }: Size) {
  const { body } = await ask(server.url);
  const assets = new Set(body.match(/\/assets\/[\w.-]+/g));
  const addresses = ['/', '/?lang=en', '/?lang=ru', '/', '/?lang=en', '/?lang=ru', '/privacy', ...assets];
  const times: number[] = [];
  const failures = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  const view = async (address: string) => {
    const asked = performance.now();
    // Browsers differ, so that hardly two requests are the same.
    const headers = { 'Accept-Encoding': 'br, gzip', 'User-Agent': `Browser ${Math.random()}` };
    const outcome = await ask(server.url + address, { headers }).then(
      ({ status }) => String(status),
      (error: Error) => error.message,
    );
    times.push(performance.now() - asked);
    if (outcome !== '200') failures.set(outcome, (failures.get(outcome) ?? 0) + 1);
  };

  const began = performance.now();
  let due = 0;
  for (let elapsed = 0; elapsed < forMs; elapsed = performance.now() - began) {
    for (; due < (elapsed / 1000) * viewsPerSecond; due++) {
      if (underWay.size >= mostUnderWay) continue;
      const begun = view(addresses[due % addresses.length] as string);
      underWay.add(begun);
      begun.finally(() => underWay.delete(begun));
    }
    await sleep(5);
  }
  await Promise.all(underWay);
  return { times, errors: [...failures].map(([what, count]) => `${count} page views ended with ${what}`) };
}

function memoryOf({ memory }: ServerProcess) {
  const quarter = memory.length / 4;
  const before = quantile(memory.slice(quarter, 2 * quarter), 0.5);
  const after = quantile(memory.slice(3 * quarter), 0.5);
  return { before, after, ratio: after / before };
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
