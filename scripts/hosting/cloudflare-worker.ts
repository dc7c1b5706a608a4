/**
 * Answers for Cloudflare Pages, whose `_redirects` cannot look at the query. Bundled into `dist/_worker.js`
 * together with the address arithmetic of the server.
 */
import { destination, fileOf } from '../../server/pages/addresses.ts';
import type { SiteRules } from './site-rules.ts';

type Environment = { ASSETS: { fetch(request: Request): Promise<Response> } };

export function createWorker({ map, headers, files }: Pick<SiteRules, 'map' | 'headers' | 'files'>) {
  async function respond(request: Request, { ASSETS }: Environment): Promise<Response> {
    const { pathname, search, origin } = new URL(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } });
    }
    const to = destination(pathname + search, map);
    if (to.kind === 'redirect') {
      return new Response(null, {
        status: 301,
        headers: { Location: to.location, 'Cache-Control': 'no-cache' },
      });
    }
    if (to.kind === 'page') {
      const page = await ASSETS.fetch(new Request(origin + assetName(fileOf(to.path, to.language)), request));
      return copy(page, page.status, 'no-cache');
    }
    const cache = files[to.path];
    if (cache) {
      const file = await ASSETS.fetch(request);
      return copy(file, file.status, cache);
    }
    // A request of its own: the visitor's If-None-Match must not turn "not found" into "not modified".
    const notFound = await ASSETS.fetch(new Request(origin + assetName(fileOf('/404', to.language))));
    return copy(notFound, 404, 'no-cache');
  }

  return {
    async fetch(request: Request, environment: Environment): Promise<Response> {
      const response = await respond(request, environment);
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      if (response.status === 404) response.headers.set('X-Robots-Tag', 'noindex');
      return response;
    },
  };
}

/** Answers of ASSETS cannot be changed, only copied. */
function copy(response: Response, status: number, cache: string): Response {
  const changed = new Response(response.body, { status, headers: response.headers });
  changed.headers.set('Cache-Control', cache);
  return changed;
}

/** Cloudflare keeps HTML under the name without its ending and redirects from the one with it. */
function assetName(path: string): string {
  return path === '/index.html' ? '/' : path.replace(/\.html$/, '');
}
