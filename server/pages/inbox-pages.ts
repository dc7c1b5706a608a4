import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { inboxApiPath, inboxPath } from '#contract/addresses.ts';
import { inboxFolder, readFiles, type SiteFile } from './dist.ts';
import { type PreparedFile, prepareFile } from './prepared-file.ts';
import { isHttps, securityHeaders } from './security-headers.ts';

/** Undefined: the inbox is hidden from this request, or there is no such file. */
export type InboxPages = (request: IncomingMessage) => PreparedFile | undefined;

type Options = {
  distDir: string;
  siteUrl: string | null;
  showsInbox(request: IncomingMessage): boolean;
};

export const hasInbox = (distDir: string): boolean => existsSync(join(distDir, inboxFolder, 'index.html'));

export function createInboxPages({ distDir, siteUrl, showsInbox }: Options): InboxPages {
  const prepared = new Map<string, PreparedFile>();
  const files = hasInbox(distDir) ? readFiles(join(distDir, inboxFolder)) : [];
  const dataImages = files.some(({ bytes }) => bytes.includes('data:image/'));
  for (const file of files) {
    const sources = file.type.startsWith('text/html') ? { dataImages, containsFrames: true } : undefined;
    const headers = {
      'Cache-Control': cacheRule(file),
      'X-Robots-Tag': 'noindex',
      ...securityHeaders(isHttps(siteUrl), sources),
    };
    prepared.set(inboxPath + file.path, prepareFile(file, headers));
  }

  return (request) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    if (!isUnder(path, inboxPath) || isUnder(path, inboxApiPath) || !showsInbox(request)) return undefined;
    const isAsset = path.startsWith(`${inboxPath}/assets/`);
    return prepared.get(path) ?? (isAsset ? undefined : prepared.get(`${inboxPath}/index.html`));
  };
}

const isUnder = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

const cacheRule = ({ path }: SiteFile): string =>
  path.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-store';
