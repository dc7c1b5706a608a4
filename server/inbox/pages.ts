/** The inbox's own app, as the build left it in dist/inbox: one document for every address, and its assets. */
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { inboxApiPath, inboxPath } from '../../contract/inbox.ts';
import { inboxFolder, readFiles, type SiteFile } from '../pages/dist.ts';
import { type Document, prepare } from '../pages/document.ts';
import { inboxHeaders } from '../pages/security-headers.ts';
import type { FindEntrance } from './entrance.ts';

/** A document, or `api` for what is answered elsewhere; undefined where there is no inbox, or no such file. */
export type InboxPages = (request: IncomingMessage) => Document | 'api' | undefined;

type Options = { distDir: string; siteUrl: string | undefined; findEntrance: FindEntrance };

export const hasInbox = (distDir: string): boolean => existsSync(join(distDir, inboxFolder, 'index.html'));

export function createInboxPages({ distDir, siteUrl, findEntrance }: Options): InboxPages {
  const documents = new Map<string, Document>();
  const files = hasInbox(distDir) ? readFiles(join(distDir, inboxFolder)) : [];
  const dataImages = [...files].some(({ bytes }) => bytes.includes('data:image/'));
  for (const file of files) {
    const isDocument = file.type.startsWith('text/html');
    const headers = {
      'Cache-Control': cacheRule(file),
      ...inboxHeaders(siteUrl, isDocument ? { dataImages } : undefined),
    };
    documents.set(inboxPath + file.path, prepare({ ...file, status: 200, headers }));
  }

  return (request) => {
    const path = request.url?.split('?', 1)[0] as string;
    if (path !== inboxPath && !path.startsWith(`${inboxPath}/`)) return undefined;
    if (!findEntrance(request)) return undefined;
    if (path === inboxApiPath || path.startsWith(`${inboxApiPath}/`)) return 'api';
    // Which lead or list an address means is the app's affair; a file that is not there is not.
    return documents.get(path) ?? (isFile(path) ? undefined : documents.get(`${inboxPath}/index.html`));
  };
}

const isFile = (path: string): boolean => path.startsWith(`${inboxPath}/assets/`);

/** Hashed names hold no lead and never change: a phone need not fetch them every morning. */
const cacheRule = ({ path }: SiteFile): string =>
  path.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-store';
