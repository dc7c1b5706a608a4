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
  const digest = createHash('sha256').update(source.bytes).digest('base64url').slice(0, 16);
  const identity = variant(source, 'identity', source.bytes, digest);
  const { gzip, br } = source;
  return {
    identity,
    gzip: gzip ? variant(source, 'gzip', gzip, digest) : identity,
    br: br ? variant(source, 'br', br, digest) : identity,
  };
}

function variant(
  { type, status, headers }: Source,
  encoding: Encoding,
  body: Buffer,
  digest: string,
): Variant {
  const tag = encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`;
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

export function answerWith(
  document: Document,
  acceptEncoding: string | undefined,
  ifNoneMatch: string | undefined,
): Answer {
  const { tag, whole, unchanged } = document[encodingFor(acceptEncoding)];
  // Compared weakly: a proxy that recompresses turns our tags into `W/"…"`.
  const isUnchanged = unchanged && (ifNoneMatch === '*' || ifNoneMatch?.includes(tag));
  return isUnchanged ? unchanged : whole;
}

function encodingFor(acceptEncoding = ''): Encoding {
  const accepted = acceptEncoding.toLowerCase().split(',', 10).map(nameOf);
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
}

/** Empty for `gzip;q=0`, which refuses it. */
function nameOf(accepted: string): string {
  const [name = '', weight] = accepted.split(';', 2);
  return Number(weight?.split('=')[1] ?? 1) === 0 ? '' : name.trim();
}
