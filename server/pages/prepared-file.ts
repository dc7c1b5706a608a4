import { createHash } from 'node:crypto';
import type { SiteFile } from './dist.ts';

/** `headers`: names and values in turn, as `writeHead` takes them. */
export type PreparedResponse = { status: number; headers: string[]; body?: Buffer };

type Variant = { etag: string; full: PreparedResponse; notModified: PreparedResponse };
export type PreparedFile = Record<'br' | 'gzip' | 'identity', Variant>;

export function prepareFile(file: SiteFile, headers: Record<string, string>, status = 200): PreparedFile {
  function variant(body: Buffer, encoding?: string): Variant {
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
    const common = { ...headers, Vary: 'Accept-Encoding', ETag: etag };
    const content = {
      'Content-Type': file.type,
      ...(encoding && { 'Content-Encoding': encoding }),
      'Content-Length': String(body.length),
    };
    return {
      etag,
      full: { status, headers: Object.entries({ ...content, ...common }).flat(), body },
      notModified: { status: 304, headers: Object.entries(common).flat() },
    };
  }
  const identity = variant(file.bytes);
  return {
    identity,
    br: file.br ? variant(file.br, 'br') : identity,
    gzip: file.gzip ? variant(file.gzip, 'gzip') : identity,
  };
}

export function responseFrom(file: PreparedFile, acceptEncoding = '', ifNoneMatch = ''): PreparedResponse {
  const encoding = (['br', 'gzip'] as const).find((name) => accepts(acceptEncoding, name));
  const { etag, full, notModified } = file[encoding ?? 'identity'];
  // A proxy that recompresses a file turns its tag into `W/"…"`.
  return full.status === 200 && ifNoneMatch.includes(etag) ? notModified : full;
}

/** `br;q=0` refuses it. */
const accepts = (acceptEncoding: string, name: string) =>
  acceptEncoding.split(',').some((entry) => {
    const [coding, quality = ''] = entry.split(';');
    return coding?.trim() === name && !/^\s*q=0(\.0*)?\s*$/.test(quality);
  });
