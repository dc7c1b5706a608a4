/** The static hosts, as far as their documentation describes how they choose a file and headers. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '../../scripts/hosting/vercel.ts';

export type HostAnswer = { status: number; file?: string; headers: Record<string, string> };
export type Host = (target: string, init?: RequestInit) => Promise<HostAnswer>;

const isFile = (dist: string, path: string) =>
  statSync(join(dist, path), { throwIfNoEntry: false })?.isFile() ?? false;

/** Rules from the top, `!` before files; a rule with parameters only when they are all there are. */
export function netlify(dist: string): Host {
  const rules = readFileSync(join(dist, '_redirects'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [from = '', ...rest] = line.split(' ');
      const status = rest.pop() ?? '';
      const to = rest.pop() ?? '';
      return {
        from,
        parameters: new Map(rest.map(pair)),
        to,
        status: Number.parseInt(status, 10),
        forced: status.endsWith('!'),
      };
    });
  return async (target) => {
    const [path = '', query] = target.split('?');
    const parameters = new Map(query?.split('&').map(pair) ?? []);
    const file = [path, `${path}.html`, `${path}index.html`].find((name) => isFile(dist, name));
    const rule = rules.find(
      ({ from, parameters: wanted, forced }) =>
        (from === path || from === '/*') &&
        (forced || file === undefined) &&
        wanted.size === parameters.size &&
        [...wanted].every(
          ([name, value]) =>
            parameters.get(name) === value || (value.startsWith(':') && parameters.has(name)),
        ),
    );
    const headers = fromHeadersFile(dist, path);
    if (rule) return { status: rule.status, file: rule.to, headers };
    return file === undefined ? { status: 404, file: '/404.html', headers } : { status: 200, file, headers };
  };
}

function pair(text: string): [name: string, value: string] {
  const [name = '', value = ''] = text.split('=');
  return [name, value];
}

/** All matching rules of `_headers` apply; a header that two of them name is sent with both values. */
function fromHeadersFile(dist: string, path: string): Record<string, string> {
  const headers: Record<string, string> = {};
  let matches = false;
  for (const line of readFileSync(join(dist, '_headers'), 'utf8').split('\n')) {
    if (!line.startsWith(' '))
      matches = line.endsWith('*') ? path.startsWith(line.slice(0, -1)) : path === line;
    else if (matches) {
      const [name = '', value = ''] = line.trim().split(/: (.*)/);
      headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
    }
  }
  return headers;
}

/** Routes from the top; `continue` only adds its headers; `handle` looks for a file before going on. */
export function vercel(dist: string): Host {
  const { routes }: { routes: Route[] } = JSON.parse(readFileSync(join(dist, 'vercel.json'), 'utf8'));
  return async (target) => {
    const { pathname, searchParams } = new URL(target, 'https://example.uz');
    const headers: Record<string, string> = {};
    for (const { src, has = [], dest, status = 200, headers: own, handle, continue: goOn } of routes) {
      if (handle) {
        if (isFile(dist, pathname)) return { status: 200, file: pathname, headers };
        continue;
      }
      if (!new RegExp(`^${src}$`).test(pathname)) continue;
      if (!has.every(({ key, value }) => searchParams.get(key) === value)) continue;
      Object.assign(headers, own);
      if (!goOn) return dest ? { status, file: dest, headers } : { status, headers };
    }
    throw new Error(`No route ends ${target}`);
  };
}

/** `ASSETS` knows documents without their ending, redirects from it, and applies `_headers` by itself. */
export async function cloudflare(dist: string): Promise<Host> {
  // From its text: a file in a temporary folder is loaded by each test runner's own rules.
  const source = readFileSync(join(dist, '_worker.js'), 'utf8');
  const { default: worker } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const ASSETS = {
    async fetch({ url, headers }: Request): Promise<Response> {
      const { pathname } = new URL(url);
      if (pathname.endsWith('.html')) {
        return new Response(null, { status: 308, headers: { Location: pathname.slice(0, -'.html'.length) } });
      }
      const file = [pathname === '/' ? '/index.html' : pathname, `${pathname}.html`].find((name) =>
        existsSync(join(dist, name)),
      );
      if (!file) return new Response(readFileSync(join(dist, '404.html')), { status: 404 });
      const answer = { headers: { ...fromHeadersFile(dist, pathname), ETag: '"tag"', 'X-File': file } };
      if (headers.get('If-None-Match') === '"tag"') return new Response(null, { status: 304, ...answer });
      return new Response(readFileSync(join(dist, file)), answer);
    },
  };
  return async (target, init) => {
    const response: Response = await worker.fetch(new Request(`https://example.uz${target}`, init), {
      ASSETS,
    });
    const file = response.headers.get('X-File');
    const names = { location: 'Location', allow: 'Allow', 'x-robots-tag': 'X-Robots-Tag' };
    const headers: Record<string, string> = {};
    for (const [name, value] of response.headers) {
      headers[
        names[name as keyof typeof names] ?? name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
      ] = value;
    }
    return { status: response.status, headers, ...(file ? { file } : {}) };
  };
}
