/** The Caddyfiles of deploy/ with the Caddy of this machine, whether of 2022 (Debian's) or new. Without one: skipped. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { submissionPath } from '#contract/addresses.ts';
import { writeDist } from './example-dist.ts';
import { freePort } from './free-port.ts';
import { startServerProcess } from './processes.ts';

const version = spawnSync('caddy', ['version'], { encoding: 'utf8' }).stdout ?? '';
const [, minor = ''] = /^v?2\.(\d+)/.exec(version) ?? [];

/** As deploy/install does for Caddy before 2.8. */
function caddyfile(name: string): string {
  const text = readFileSync(resolve(import.meta.dirname, '../deploy', name), 'utf8');
  return Number(minor) < 8 ? text.replace(/^.*_buffers.*\n/gm, '') : text;
}

describe.skipIf(minor === '')('Caddy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'caddy-'));
  const dist = writeDist();
  let url: string;
  let port: string;
  let output = '';
  let caddy: ReturnType<typeof spawn>;

  beforeAll(async () => {
    url = `http://localhost:${await freePort()}`;
    port = String(await freePort());
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, caddyfile('Caddyfile').replace('{', '{\n\tadmin off\n'));
    caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
      env: { ...process.env, HOME: folder, SITE_URL: url, UPSTREAM: `127.0.0.1:${port}`, DIST: dist },
    });
    for (const stream of [caddy.stdout, caddy.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    await vi.waitUntil(() => output.includes('serving initial configuration'), { timeout: 20_000 });
  });
  afterAll(() => {
    caddy?.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  const get = async (path: string) => {
    const response = await fetch(url + path);
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    };
  };

  test('serves the pages in their language while the server is down, and nothing else', async () => {
    // Caddy waits some seconds for the server before each answer.
    const post = fetch(url + submissionPath, { method: 'POST', body: '{}' });
    const hidden = [
      '/inbox',
      '/healthz',
      '/build-info.json',
      '/prerender/assets.json',
      '/_headers',
      '/500.html',
    ];
    const paths = ['/?lang=ru&utm_source=x', '/privacy?lang=fr', '/assets/main-abc123.js', ...hidden];
    const [russian, privacy, script, ...others] = await Promise.all(paths.map(get));
    expect(russian).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
    expect(russian?.text).toContain('<html lang="ru">');
    expect(privacy?.text).toContain('<title>privacy uz</title>');
    expect(script?.status).toBe(200);
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([502]));
    expect((await post).status).toBe(502);
  });

  test('makes visitors wait while the server restarts', async () => {
    const answer = get('/');
    const server = await startServerProcess(dist, { PORT: port, DATA_DIR: folder });
    expect((await answer).status).toBe(200);
    expect((await get('/healthz')).text).toBe('ok');
    await server.end('SIGKILL');
  });

  test('writes no address of a visitor into its log, errors included', () => {
    expect(output).not.toMatch(/remote_ip|remote_addr|utm_source|127\.0\.0\.1:\d/);
  });

  test('accepts the Caddyfile of several servers', () => {
    const file = join(folder, 'load-balancer.Caddyfile');
    writeFileSync(file, caddyfile('load-balancer.Caddyfile'));
    const options = { env: { ...process.env, HOME: folder, SITE_URL: url }, stdio: 'pipe' } as const;
    execFileSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], options);
  });
});
