/** A file ready to be sent: one answer for each encoding, with its headers. */
import { createHash } from 'node:crypto';
import type { SiteFile } from './dist.ts';

/** Header names and values in turn, as `writeHead` takes them. */
export type Answer = { status: number; headers: string[]; body?: Buffer };

type Encoding = 'br' | 'gzip' | 'identity';
type Variant = { tag: string; whole: Answer; unchanged: Answer | undefined };
export type Document = Record<Encoding, Variant>;

type Source = SiteFile & { status: number; headers: Record<string, string> };

export function prepare(source: Source): Document {
  const { gzip, br, bytes } = source;
  const identity = variant(source, 'identity', bytes);
  return {
    identity,
    gzip: gzip ? variant(source, 'gzip', gzip) : identity,
    br: br ? variant(source, 'br', br) : identity,
  };
}

function variant({ type, status, headers }: Source, encoding: Encoding, body: Buffer): Variant {
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
  const common = Object.entries({
    ...headers,
    Vary: 'Accept-Encoding',
    ...(status === 200 ? { ETag: tag } : {}),
  });
  const content = [
    ['Content-Type', type],
    ...(encoding === 'identity' ? [] : [['Content-Encoding', encoding]]),
    ['Content-Length', String(body.length)],
  ];
  return {
    tag,
    whole: { status, headers: [...content, ...common].flat(), body },
    unchanged: status === 200 ? { status: 304, headers: common.flat() } : undefined,
  };
}

export function answerWith(document: Document, acceptEncoding = '', ifNoneMatch = ''): Answer {
  const encoding = (['br', 'gzip'] as const).find((name) => acceptEncoding.includes(name));
  const { tag, whole, unchanged } = document[encoding ?? 'identity'];
  // A proxy that recompresses turns our tags into `W/"…"`.
  return unchanged && ifNoneMatch.includes(tag) ? unchanged : whole;
}
