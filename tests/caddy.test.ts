/** The Caddyfiles of deploy/ with the Caddy of this machine, whether of 2022 (Debian's) or new. Without one: skipped. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
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
  let caddy: ReturnType<typeof startCaddy>;

  beforeAll(async () => {
    url = `http://localhost:${await freePort()}`;
    port = String(await freePort());
    caddy = startCaddy('Caddyfile', { SITE_URL: url, UPSTREAM: `127.0.0.1:${port}`, DIST: dist });
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

  function startCaddy(name: string, environment: Record<string, string>) {
    const file = join(folder, `running-${name}`);
    writeFileSync(file, caddyfile(name).replace(/^\{/m, '{\n\tadmin off\n'));
    return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
      env: { ...process.env, HOME: folder, ...environment },
    });
  }
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

  // https://github.com/caddyserver/caddy/issues/7546
  test.skipIf(Number(minor) < 11)('when one of two servers stops, no form is refused', async () => {
    const [first, second] = await Promise.all(
      ['first', 'second'].map((name) =>
        startServerProcess(dist, { DATA_DIR: join(folder, name), RATE_LIMIT: 'off' }),
      ),
    );
    const balancer = `http://localhost:${await freePort()}`;
    const upstreams = `127.0.0.1:${first?.port} 127.0.0.1:${second?.port}`;
    const balancing = startCaddy('load-balancer.Caddyfile', { SITE_URL: balancer, UPSTREAMS: upstreams });
    onTestFinished(async () => {
      balancing.kill('SIGKILL');
      await Promise.all([first?.end('SIGKILL'), second?.end('SIGKILL')]);
    });
    const submit = () =>
      fetch(balancer + submissionPath, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
        body: JSON.stringify({ name: 'Aziza', phone: '+998 90 123 45 67', email: null, message: 'Salom!' }),
      });
    await vi.waitUntil(() => submit().catch(() => null), { timeout: 20_000 });
    const stopped = first?.end('SIGTERM');
    const statuses = new Set<number>();
    for (let sent = 0; sent < 100; sent++) statuses.add((await submit()).status);
    await stopped;
    expect(statuses).toEqual(new Set([201]));
  });
});
