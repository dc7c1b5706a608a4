/**
 * Requests per second for `/` as compressed bytes, by the site's own server, by `node:http` alone and by nginx in
 * turns, as wrk counts them. Only on this machine, and only for seconds.
 */
import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveWithNginx } from './nginx.ts';
import { serveBare, serveSite } from './served.ts';
import { ratio, type Subject, say, thousands } from './subject.ts';
import { atLeast, median, type Row } from './table.ts';

const crowds = [32, 128, 512] as const;
const seconds = 5;
/** One process has a tenth more answers than the next, by where its memory happens to lie: of three, two may be of one kind. */
const leastProcesses = 5;

/** In the first column the site's server, in the last one nginx. */
export async function loadRows({ runs: wanted }: Subject): Promise<Row[]> {
  const runs = Math.max(wanted, leastProcesses);
  if (!canMeasureLoad('nginx')) return [];
  const measured = crowds.map((connections) => ({
    connections,
    own: [] as number[],
    bare: [] as number[],
    nginx: [] as number[],
  }));
  for (let run = 1; run <= runs; run++) {
    const site = await serveSite();
    const bare = await serveBare(site);
    const nginx = await serveWithNginx(site);
    for (const { port } of [site, bare, nginx]) await answersPerSecond(port, crowds[0], 1);
    for (const { connections, ...rates } of measured) {
      rates.own.push(await answersPerSecond(site.port, connections, seconds));
      rates.bare.push(await answersPerSecond(bare.port, connections, seconds));
      rates.nginx.push(await answersPerSecond(nginx.port, connections, seconds));
    }
    await nginx.stop();
    await bare.stop();
    await site.stop();
    const last = (rates: number[]) => thousands(rates.at(-1) ?? Number.NaN);
    const rates = measured.map(({ own, bare, nginx }) => [own, bare, nginx].map(last).join(' / '));
    say(`Load ${run}/${runs}, site / bare node:http / nginx: ${rates.join(', ')} answers a second`);
  }
  const share = (whose: string, own: number[], others: number[], goal: number): Row => ({
    figure: `… ÷ ${whose}’s`,
    values: { '/': median(own.map((rate, run) => rate / (others[run] ?? Number.NaN))) },
    show: ratio,
    goal: atLeast(goal, ratio(goal)),
  });
  return measured.flatMap(({ connections, own, bare, nginx }) => [
    {
      figure: `Answers a second, ${connections} connections`,
      values: { '/': median(own), reference: median(nginx) },
      show: thousands,
    },
    share('bare node:http', own, bare, 0.75),
    share('nginx', own, nginx, 0.5),
  ]);
}

export function canMeasureLoad(...others: string[]): boolean {
  const missing = ['wrk', ...others].filter((program) => spawnSync(program, ['-v']).error);
  if (missing.length > 0)
    say(`Load: not measured without ${missing.join(' and ')}; on Debian, \`apt install wrk nginx\`.`);
  return missing.length === 0;
}

/** When every answer is followed by the next question: how many a second, and within how many ms 99 % of them. */
export async function crowd(
  port: number,
  connections: number,
  seconds: number,
  headers: readonly string[] = [],
): Promise<{ rate: number; ninetyNinth: number }> {
  // The crowd before has to be gone.
  await sleep(1000);
  const options = ['--latency', '-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s'];
  const asked = ['Accept-Encoding: br', ...headers].flatMap((header) => ['-H', header]);
  const wrk = spawn('wrk', [...options, ...asked, `http://127.0.0.1:${port}/`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await text(wrk.stdout);
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(said) ?? [];
  const [, within, unit] = /99%\s+([\d.]+)(us|ms|s)\s/.exec(said) ?? [];
  if (!rate || !within || /Non-2xx|Socket errors/.test(said))
    throw new Error(`Not every request was answered:\n${said}`);
  const inMs = { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'];
  return { rate: Number(rate), ninetyNinth: Number(within) * inMs };
}

export const answersPerSecond = async (...of: Parameters<typeof crowd>) => (await crowd(...of)).rate;
