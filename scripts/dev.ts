/**
 * `npm run dev`: the site and the inbox with hot reload, on the real contact service. Leads are stored in data/development.
 * Fake Telegram and mail servers print what they receive.
 */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer } from 'vite';
import { inboxPath, submissionPath } from '#contract/addresses.ts';
import { defaultLanguage, isLanguage } from '#contract/languages.ts';
import { pageFile } from '#contract/page-address.ts';
import { type PageName, pageNames, pages as sitePages } from '#contract/pages.ts';
import { runUntilStopped } from '#server/process.ts';
import { startService } from '#server/service.ts';
import { startDevelopmentStandIns } from '#tests/stand-ins/development.ts';
import { readContent } from './build/content-problems.ts';

type Prerender = typeof import('#prerender/render-site.tsx');

const fakes = await startDevelopmentStandIns();
const defaults = { DATA_DIR: 'data/development', LOG_LEVEL: 'warn', ...fakes.environment };
for (const [name, value] of Object.entries(defaults)) process.env[name] ??= value;

const vite = await createServer({
  appType: 'custom',
  server: { middlewareMode: true },
  // Vite looks for dependencies in an index.html; the site has none.
  optimizeDeps: {
    entries: ['site/entry-client.tsx', 'inbox/main.tsx'],
    include: ['react-dom/client', 'valibot', '@tanstack/react-query', 'wouter'],
  },
});
await runUntilStopped(async (config, log) => {
  const service = await startService(config, { sendFile: failOnRequest, send, replaceFiles: () => {} }, log);
  console.log(`The site is at http://localhost:${service.port}/ with hot reload. Press Ctrl+C to stop.`);
  console.log(
    `The inbox is at http://localhost:${service.port}${inboxPath}; sign-in codes are printed here.`,
  );
  const stop = async () => {
    await Promise.all([service.stop(), vite.close(), fakes.stop()]);
  };
  return { ...service, stop };
});

/** Words in a message make the form fail (CONTRIBUTING.md). Other submissions go on to the service. */
function failOnRequest(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'POST' || request.url !== submissionPath || request.headers[goesOn]) return false;
  void rehearse(request, response);
  return true;
}
const goesOn = 'x-goes-on';

async function rehearse(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const [, service, state] = /\b(telegram|mail) (down|up)\b/.exec(body) ?? [];
  if (service) fakes.setDown(service as 'telegram' | 'mail', state === 'down');
  const status = Number(/\berror ([45]\d\d)\b/.exec(body)?.[1]);
  if (status) return void response.writeHead(status, { 'Retry-After': '120' }).end();
  if (/\boffline\b/.test(body)) return void request.socket.destroy();
  if (/\bslow\b/.test(body)) await sleep(8000);
  const { host, connection, 'content-length': length, ...headers } = request.headers;
  const answer = await fetch(`http://${host}${submissionPath}`, {
    method: 'POST',
    headers: { ...(headers as Record<string, string>), [goesOn]: 'yes' },
    body,
    redirect: 'manual',
  });
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}

function send(request: IncomingMessage, response: ServerResponse): void {
  vite.middlewares(request, response, () =>
    servePage(request, response).catch((error) => {
      vite.ssrFixStacktrace(error);
      response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(error.stack);
    }),
  );
}

/** The build inlines these. */
const sources =
  '<link rel="stylesheet" href="/site/styles/index.css">' +
  ['early', 'at-end'].map((name) => `<script type="module" src="/site/early/${name}.ts"></script>`).join('');
const script = [{ src: '/site/entry-client.tsx' }];
const scripts = Object.fromEntries(pageNames.map((name) => [name, script])) as Record<
  PageName,
  typeof script
>;

async function servePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  // No icons in development.
  if (/\.(ico|png|svg|webmanifest)$/.test(pathname)) return void response.writeHead(204).end();
  if (`${pathname}/`.startsWith(`${inboxPath}/`)) return serveInbox(response);
  const { renderSite } = (await vite.ssrLoadModule('/prerender/render-site.tsx')) as Prerender;
  const files = await renderSite(readContent(), { css: '', font: '', early: '', atEnd: '', scripts }, null);
  const isPage = pageNames.some((name) => sitePages[name].path === pathname);
  if (!isPage && pathname in files)
    return void response.writeHead(200, { 'Content-Type': 'application/json' }).end(files[pathname]);

  const wanted = searchParams.get('lang');
  const language = isLanguage(wanted) ? wanted : defaultLanguage;
  const html = files[pageFile(isPage ? pathname : '/404', language)]?.replace('</head>', `${sources}</head>`);
  response
    .writeHead(isPage ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' })
    .end(await vite.transformIndexHtml(request.url ?? '/', html ?? ''));
}

async function serveInbox(response: ServerResponse): Promise<void> {
  const html = await readFile('inbox/index.html', 'utf8');
  response
    .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
    .end(await vite.transformIndexHtml('/inbox/index.html', html));
}
