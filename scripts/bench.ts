/**
 * `npm run bench`: measures the built page and prints one table of medians. Lighthouse loads the page in three languages
 * and, for comparison, a bare page with the same words; wrk requests the page from the server and, for comparison, from
 * nginx. There are three runs, or as many as given (`npm run bench -- 5`).
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { chromiumArgs, findOrInstallFullChromium } from './browsers.ts';
import { buildIfNeeded } from './build-info.ts';

const lighthouse = 'lighthouse@13.5.0';
const pages = ['uz', 'ru', 'en', 'reference'] as const;

type Page = (typeof pages)[number];
type Metric = { label: string; read(result: Result): number };

type Result = {
  runtimeError?: { message: string };
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue: number }> & {
    'resource-summary': { details: { items: { resourceType: string; transferSize: number }[] } };
  };
};

const score = (category: string) => (result: Result) => (result.categories[category]?.score ?? 0) * 100;
const audit = (name: string) => (result: Result) => result.audits[name]?.numericValue ?? Number.NaN;
/** As transferred: compressed, with headers. */
const bytes = (type: string) => (result: Result) => {
  const { items } = result.audits['resource-summary'].details;
  return items.find(({ resourceType }) => resourceType === type)?.transferSize ?? 0;
};

const metrics: Metric[] = [
  { label: 'Lighthouse performance', read: score('performance') },
  { label: 'Lighthouse accessibility', read: score('accessibility') },
  { label: 'Lighthouse best practices', read: score('best-practices') },
  { label: 'Lighthouse SEO', read: score('seo') },
  { label: 'Largest contentful paint, ms', read: audit('largest-contentful-paint') },
  { label: 'Total blocking time, ms', read: audit('total-blocking-time') },
  { label: 'Cumulative layout shift', read: audit('cumulative-layout-shift') },
  { label: 'HTML, bytes', read: bytes('document') },
  { label: 'Scripts, bytes', read: bytes('script') },
  { label: 'Fonts, bytes', read: bytes('font') },
  { label: 'Everything, bytes', read: bytes('total') },
];

process.chdir(join(import.meta.dirname, '..'));
const runs = Number(process.argv[2] ?? 3);
if (!(runs >= 1)) {
  console.error('Usage: npm run bench -- [number of runs]');
  process.exit(1);
}
const run = promisify(execFile);
const chromium = findOrInstallFullChromium();
buildIfNeeded();

using folder = mkdtempDisposableSync(join(tmpdir(), 'bench-'));
const load = loadavg()[0]?.toFixed(1);
await using site = await startSite();
const serverRows = await measureServer();
const rows = [...(await measurePages()), ...serverRows];
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}`;
console.log(`\n${toMarkdown([['', ...pages], ...rows])}\n`);
console.log(`${machine}, Node ${process.versions.node}, ${runs} runs, load average ${load} at the start.`);

async function measurePages(): Promise<string[][]> {
  const { port, close } = await listen(await referencePage());
  const addresses = {
    reference: `http://127.0.0.1:${port}/`,
    uz: site.url,
    ru: `${site.url}?lang=ru`,
    en: `${site.url}?lang=en`,
  };
  const results: Record<Page, Result[]> = { reference: [], uz: [], ru: [], en: [] };
  for (let turn = 1; turn <= runs; turn++) {
    for (const page of pages) {
      console.error(`Lighthouse, run ${turn} of ${runs}: ${page}`);
      results[page].push(await runLighthouse(addresses[page]));
    }
  }
  close();
  return metrics.map(({ label, read }) => [label, ...pages.map((page) => median(results[page].map(read)))]);
}

/** Lighthouse's default: a mid-range phone on slow 4G, simulated. */
async function runLighthouse(url: string): Promise<Result> {
  const options = [
    '--output=json',
    '--quiet',
    '--only-categories=performance,accessibility,best-practices,seo',
    `--chrome-flags=--headless=new ${chromiumArgs.join(' ')}`,
  ];
  const { stdout } = await run('npm', ['exec', '--yes', lighthouse, '--', url, ...options], {
    env: { ...process.env, CHROME_PATH: chromium },
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const result: Result = JSON.parse(stdout);
  if (result.runtimeError) throw new Error(result.runtimeError.message);
  return result;
}

async function measureServer(): Promise<string[][]> {
  if (['wrk', 'nginx'].some((program) => spawnSync(program, ['-v']).error)) {
    console.error('The server is not measured: that needs wrk and nginx (Debian: apt install wrk nginx).');
    return [];
  }
  await using nginx = await startNginx();
  const rows: string[][] = [];
  for (const connections of [32, 256]) {
    const rates = { site: [] as number[], nginx: [] as number[] };
    for (let turn = 1; turn <= runs; turn++) {
      console.error(`${connections} connections, run ${turn} of ${runs}`);
      rates.site.push(await requestsPerSecond(site.url, connections));
      rates.nginx.push(await requestsPerSecond(nginx.url, connections));
    }
    const label = `Requests per second, ${connections} connections (reference: nginx)`;
    rows.push([label, median(rates.site), '', '', median(rates.nginx)]);
  }
  return rows;
}

async function requestsPerSecond(url: string, connections: number): Promise<number> {
  const { stdout } = await run('wrk', ['-t1', `-c${connections}`, '-d5s', '-H', 'Accept-Encoding: br', url]);
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
  if (!rate || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`Some requests failed:\n${stdout}`);
  return Number(rate);
}

/** The site's own server with an empty database and none of the developer's settings. */
async function startSite() {
  const settings = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder.path, LOG_LEVEL: 'error' };
  const { found, stop } = await start(process.execPath, ['server/main.ts'], /http:\S+/, settings);
  return { url: found, [Symbol.asyncDispose]: stop };
}

/** nginx with one worker, because the server is one process. It sends the same compressed bytes and headers. */
async function startNginx() {
  const page = await new Promise<IncomingMessage>((resolve, reject) => {
    get(site.url, { headers: { 'Accept-Encoding': 'br' } }, resolve).on('error', reject);
  });
  writeFileSync(join(folder.path, 'index.html'), await buffer(page));
  const ownToNginx = /^(connection|content-length|content-type|date|etag|keep-alive)$/;
  const headers = Object.entries(page.headersDistinct)
    .filter(([name]) => !ownToNginx.test(name))
    .map(([name, values]) => `add_header ${name} '${values?.join(', ').replaceAll("'", "\\'")}';`);
  const { port, close } = await listen(() => {});
  close();
  const configuration = `
    daemon off; worker_processes 1; pid nginx.pid; error_log stderr notice;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 1024; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
      types { } default_type 'text/html; charset=utf-8';
      server { listen 127.0.0.1:${port}; root .; ${headers.join(' ')} }
    }`;
  writeFileSync(join(folder.path, 'nginx.conf'), configuration);
  const { stop } = await start('nginx', ['-e', 'stderr', '-p', folder.path, '-c', 'nginx.conf'], /using the/);
  return { url: `http://127.0.0.1:${port}/`, [Symbol.asyncDispose]: stop };
}

/** Starts a server and waits for its first output. */
async function start(command: string, args: string[], expected: RegExp, settings = {}) {
  const env = { PATH: process.env.PATH, ...settings };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const [output] = await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended]);
  const found = expected.exec(String(output))?.[0];
  if (!found) throw new Error(`${command} did not start: ${output}`);
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { found, stop };
}

/** The words of the Uzbek page in bare paragraphs, without scripts, fonts and pictures. */
async function referencePage(): Promise<RequestListener> {
  const html = await (await fetch(site.url)).text();
  const words = html
    .replace(/<(head|script|style|svg)\b.*?<\/\1>/gs, '')
    .split(/<[^>]*>/)
    .filter((text) => text.trim());
  const page = brotliCompressSync(`<!doctype html><html lang="uz"><title>Reference</title>
    <meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
    ${words.map((text) => `<p>${text}</p>`).join('')}`);
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'br' };
  return (_, response) => response.writeHead(200, headers).end(page);
}

async function listen(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, close: () => server.close() };
}

function median(values: number[]): string {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
  return middle.toLocaleString('en', { maximumFractionDigits: middle < 10 ? 2 : 0 });
}

function toMarkdown(rows: string[][]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  const [head = [], ...others] = rows;
  const line = (row: string[]) =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`;
  return [head, rule, ...others].map(line).join('\n');
}
