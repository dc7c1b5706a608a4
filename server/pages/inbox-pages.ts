/** The inbox's own app, built into dist/inbox: one document for every address, and its assets. */
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { inboxApiPath, inboxPath } from '../../contract/inbox.ts';
import { inboxFolder, readFiles, type SiteFile } from './dist.ts';
import { type Document, prepare } from './document.ts';
import { isHttps, securityHeaders } from './security-headers.ts';

/** `api` for the API's addresses; undefined where this request finds no inbox, or no such file. */
export type InboxPages = (request: IncomingMessage) => Document | 'api' | undefined;

type Options = {
  distDir: string;
  siteUrl: string | null;
  /** Whether this request may see that there is an inbox. */
  hasAccess(request: IncomingMessage): boolean;
};

export const hasInbox = (distDir: string): boolean => existsSync(join(distDir, inboxFolder, 'index.html'));

export function createInboxPages({ distDir, siteUrl, hasAccess }: Options): InboxPages {
  const documents = new Map<string, Document>();
  const files = hasInbox(distDir) ? readFiles(join(distDir, inboxFolder)) : [];
  const dataImages = files.some(({ bytes }) => bytes.includes('data:image/'));
  for (const file of files) {
    const needs = file.type.startsWith('text/html') ? { dataImages, frames: true } : undefined;
    const headers = {
      'Cache-Control': cacheRule(file),
      'X-Robots-Tag': 'noindex',
      ...securityHeaders(isHttps(siteUrl), needs),
    };
    documents.set(inboxPath + file.path, prepare({ ...file, status: 200, headers }));
  }

  return (request) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    if (!isUnder(path, inboxPath) || !hasAccess(request)) return undefined;
    if (isUnder(path, inboxApiPath)) return 'api';
    const isAsset = path.startsWith(`${inboxPath}/assets/`);
    return documents.get(path) ?? (isAsset ? undefined : documents.get(`${inboxPath}/index.html`));
  };
}

const isUnder = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

/** Files with hashed names hold no lead and never change. */
const cacheRule = ({ path }: SiteFile): string =>
  path.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-store';
