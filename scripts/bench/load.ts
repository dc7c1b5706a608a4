/**
 * Requests per second for `/` as compressed bytes, by the site's own server and by nginx in turns. Only on this
 * machine, and only for seconds.
 */
import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { generateLoad } from './load-generator.ts';
import { hasNginx, serveWithNginx } from './nginx.ts';
import { ratio, type Subject, say, thousands } from './subject.ts';
import { atLeast, median, type Row } from './table.ts';

export type Load = { rate: number; p99: number };

const duration = 5;
const hasWrk = spawnSync('wrk', ['-v']).error === undefined;

/** In the first column the site's server, in the last one nginx. */
export async function loadRows({ site, runs }: Subject): Promise<Row[]> {
  const nginx = hasNginx ? await serveWithNginx(site) : undefined;
  const rates: Row[] = [];
  const tails: Row[] = [];
  for (const connections of [32, 128, 512]) {
    const own: Load[] = [];
    const others: Load[] = [];
    for (let run = 0; run < runs; run++) {
      own.push(await measure(site.port, connections));
      if (nginx) others.push(await measure(nginx.port, connections));
    }
    const both = (figure: keyof Load): Row['values'] => ({
      '/': median(own.map((load) => load[figure])),
      ...(nginx && { reference: median(others.map((load) => load[figure])) }),
    });
    const at = `${connections} connections`;
    say(`Load, ${at}: ${own.map(({ rate }) => thousands(rate)).join(', ')} answers a second`);
    rates.push({ figure: `Answers a second, ${at}`, values: both('rate'), show: thousands });
    if (nginx) {
      const share = median(own.map(({ rate }, run) => rate / (others[run]?.rate ?? Number.NaN)));
      rates.push({ figure: '… ÷ nginx’s', values: { '/': share }, show: ratio, goal: atLeast(0.6, '0.60') });
    }
    tails.push({ figure: `99 % answered within, ${at}, ms`, values: both('p99') });
  }
  await nginx?.stop();
  return [...rates, ...tails];
}

async function measure(port: number, connections: number): Promise<Load> {
  const url = `http://127.0.0.1:${port}/`;
  if (!hasWrk) return generateLoad(url, connections, duration);
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
