/**
 * Requests per second for `/` as compressed bytes, by the site's own server and by nginx in turns. Only on this
 * machine, and only for seconds.
 */
import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateLoad } from './load-generator.ts';
import { hasNginx, serveWithNginx } from './nginx.ts';
import { serveSite } from './served.ts';
import { ratio, type Subject, say, thousands } from './subject.ts';
import { atLeast, median, type Row } from './table.ts';

export type Load = { rate: number; p99: number };

const duration = 5;
const warmUp = 1;
const hasWrk = spawnSync('wrk', ['-v']).error === undefined;
const crowds = [32, 128, 512] as const;

/** Questions a second while the tail is measured: some, but no queue. As fast as it can, more people only wait longer. */
const steadyRate = 2000;

/** In the first column the site's server, in the last one nginx. */
export async function loadRows({ runs }: Subject): Promise<Row[]> {
  const measured = crowds.map((connections) => ({ connections, own: [] as Load[], nginx: [] as Load[] }));
  for (let run = 1; run <= runs; run++) {
    // New processes every time: how fast a process is differs by a tenth, by where its memory happens to lie.
    const site = await serveSite();
    const nginx = hasNginx ? await serveWithNginx(site) : undefined;
    for (const server of [site, nginx]) if (server) await fastest(server.port, crowds[0], warmUp);
    for (const { connections, ...loads } of measured) {
      loads.own.push(await measure(site.port, connections));
      if (nginx) loads.nginx.push(await measure(nginx.port, connections));
    }
    await nginx?.stop();
    await site.stop();
    const rates = measured.map(({ own }) => thousands(own.at(-1)?.rate ?? Number.NaN));
    say(`Load ${run}/${runs}: ${rates.join(', ')} answers a second`);
  }

  const speeds = measured.flatMap(({ connections, own, nginx }): Row[] => {
    const values = both(own, nginx, 'rate');
    const speed = { figure: `Answers a second, ${connections} connections`, values, show: thousands };
    if (nginx.length === 0) return [speed];
    const share = median(own.map(({ rate }, run) => rate / (nginx[run]?.rate ?? Number.NaN)));
    const goal = atLeast(0.6, '0.60');
    return [speed, { figure: '… ÷ nginx’s', values: { '/': share }, show: ratio, goal }];
  });
  const tails = measured.map(({ connections, own, nginx }) => ({
    figure: `99 % of ${thousands(steadyRate)} a second within, ${connections} connections, ms`,
    values: both(own, nginx, 'p99'),
    show: (value: number) => value.toFixed(1),
  }));
  // Flat, as far as milliseconds can be told apart.
  const limit = Math.max(1, tails[0]?.values['/'] ?? 0) * 2;
  const goal = { text: '≤ 2 × the first', met: (tail: number) => tail <= limit };
  return [...speeds, ...tails.map((tail) => ({ ...tail, goal }))];
}

const both = (own: Load[], nginx: Load[], figure: keyof Load): Row['values'] => ({
  '/': median(own.map((load) => load[figure])),
  ...(nginx.length > 0 && { reference: median(nginx.map((load) => load[figure])) }),
});

async function measure(port: number, connections: number): Promise<Load> {
  // The crowd before has to be gone.
  await sleep(1000);
  const steady = { url: addressAt(port), connections, seconds: duration, rate: steadyRate };
  const { p99 } = await generateLoad(steady);
  return { rate: await fastest(port, connections, duration), p99 };
}

const addressAt = (port: number) => `http://127.0.0.1:${port}/`;

/** Answers a second when every answer is followed by the next question. */
async function fastest(port: number, connections: number, seconds: number): Promise<number> {
  const url = addressAt(port);
  if (!hasWrk) return (await generateLoad({ url, connections, seconds })).rate;
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s'];
  const wrk = spawn('wrk', [...options, '-H', 'Accept-Encoding: br', url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await text(wrk.stdout);
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(said) ?? [];
  if (!rate || /Non-2xx|Socket errors/.test(said))
    throw new Error(`Not every request was answered:\n${said}`);
  return Number(rate);
}
