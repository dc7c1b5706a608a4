/**
 * Requests per second for `/` as compressed bytes, by the site's own server and by nginx in turns. Only on this
 * machine, and only for seconds.
 */
import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { generateLoad } from './load-generator.ts';
import { hasNginx, serveWithNginx } from './nginx.ts';
import type { Served } from './served.ts';
import { ratio, type Subject, say, thousands } from './subject.ts';
import { atLeast, median, type Row } from './table.ts';

export type Load = { rate: number; p99: number };

const duration = 5;
const hasWrk = spawnSync('wrk', ['-v']).error === undefined;
const crowds = [32, 128, 512];

/** Questions a second while the tail is measured: some, but no queue. As fast as it can, more people only wait longer. */
const steadyRate = 2000;

/** In the first column the site's server, in the last one nginx. */
export async function loadRows({ site, runs }: Subject): Promise<Row[]> {
  const nginx = hasNginx ? await serveWithNginx(site) : undefined;
  const rows: Row[] = [];
  for (const connections of crowds) {
    const { own, others } = await inTurns(runs, site, nginx, ({ port }) =>
      asFastAsPossible(port, connections),
    );
    const at = `${connections} connections`;
    say(`Load, ${at}: ${own.map(({ rate }) => thousands(rate)).join(', ')} answers a second`);
    const values = both(own, others, 'rate');
    rows.push({ figure: `Answers a second, ${at}`, values, show: thousands });
    if (!nginx) continue;
    const share = median(own.map(({ rate }, run) => rate / (others[run]?.rate ?? Number.NaN)));
    rows.push({ figure: '… ÷ nginx’s', values: { '/': share }, show: ratio, goal: atLeast(0.6, '0.60') });
  }
  const tails: number[] = [];
  for (const connections of crowds) {
    const { own, others } = await inTurns(runs, site, nginx, ({ port }) =>
      generateLoad({ url: addressAt(port), connections, seconds: duration, rate: steadyRate }),
    );
    const values = both(own, others, 'p99');
    tails.push(values['/'] ?? Number.NaN);
    const figure = `99 % of ${thousands(steadyRate)} a second within, ${connections} connections, ms`;
    // Flat, as far as milliseconds can be told apart.
    const goal = { text: '≤ 2 × the first', met: (tail: number) => tail <= Math.max(1, tails[0] ?? 0) * 2 };
    rows.push({ figure, values, show: tenths, goal });
  }
  await nginx?.stop();
  return rows;
}

const tenths = (value: number) => value.toFixed(1);
const addressAt = (port: number) => `http://127.0.0.1:${port}/`;

async function inTurns(
  runs: number,
  site: Served,
  nginx: Served | undefined,
  measure: (server: Served) => Promise<Load>,
) {
  const own: Load[] = [];
  const others: Load[] = [];
  for (let run = 0; run < runs; run++) {
    own.push(await measure(site));
    if (nginx) others.push(await measure(nginx));
  }
  return { own, others };
}

const both = (own: Load[], others: Load[], figure: keyof Load): Row['values'] => ({
  '/': median(own.map((load) => load[figure])),
  ...(others.length > 0 && { reference: median(others.map((load) => load[figure])) }),
});

async function asFastAsPossible(port: number, connections: number): Promise<Load> {
  const url = addressAt(port);
  if (!hasWrk) return generateLoad({ url, connections, seconds: duration });
  const options = ['-t1', `-c${connections}`, `-d${duration}s`, '--timeout', '10s', '--latency'];
  const wrk = spawn('wrk', [...options, '-H', 'Accept-Encoding: br', url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await text(wrk.stdout);
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(said) ?? [];
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(said) ?? [];
  if (!rate || !p99 || /Non-2xx|Socket errors/.test(said))
    throw new Error(`Not every request was answered:\n${said}`);
  return { rate: Number(rate), p99: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'] };
}
