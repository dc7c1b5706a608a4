/** nginx with the site's landing page: the very same compressed bytes and headers. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOf } from './child.ts';
import { answers, freePort, type Served } from './served.ts';
import { fetchCompressed } from './weight.ts';

/** Written by nginx itself, or meant for one connection. */
const itsOwn = /^(connection|content-length|content-type|date|etag|keep-alive)$/;

export async function serveWithNginx(site: Served): Promise<Served> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const { headers, body } = await fetchCompressed(`${site.url}/`);
  writeFileSync(join(folder, 'index.html'), body);
  const lines = headers
    .filter(([name]) => !itsOwn.test(name.toLowerCase()))
    .map(([name, value]) => `add_header ${name} '${value.replaceAll("'", "\\'")}';`);
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, lines));

  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  const end = endOf(child);
  const url = `http://127.0.0.1:${port}`;
  await answers(`${url}/`, child);
  return {
    url,
    port,
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One worker, as the site's server is one process, and as Debian sets it up, but without a log. */
const configuration = (folder: string, port: number, headers: string[]) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr crit;
events { worker_connections 4096; }
http {
  access_log off; sendfile on; tcp_nopush on;
  keepalive_requests 1000000000; keepalive_timeout 75s;
  types { } default_type 'text/html; charset=utf-8';
  server { listen 127.0.0.1:${port} backlog=4096; root ${folder}; ${headers.join('\n')} }
}`;
