/** One file made ready to be sent: tagged, its header lines written once. Answering is then a choice between them. */
import { createHash } from 'node:crypto';
import { remembering } from '../remembering.ts';
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

/** The tag names the content and the encoding. */
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
  const chosen = document[encodingFor(acceptEncoding ?? '')];
  return ifNoneMatch && chosen.unchanged && matches(ifNoneMatch, chosen.tag)
    ? chosen.unchanged
    : chosen.whole;
}

/**
 * Weak comparison, as RFC 9110 wants it here: a proxy that recompresses turns our tags into `W/"…"`. Ours has its quotation
 * marks, which no tag holds inside: wherever it stands in a list it is whole.
 */
function matches(ifNoneMatch: string, tag: string): boolean {
  return ifNoneMatch === '*' || ifNoneMatch.includes(tag);
}

const encodingFor = remembering((acceptEncoding): Encoding => {
  if (accepts(acceptEncoding, 'br')) return 'br';
  return accepts(acceptEncoding, 'gzip') ? 'gzip' : 'identity';
});

/** Twice what any browser names: of fifteen thousand commas each would cost a look. */
const mostEncodings = 10;

/** `gzip;q=0` names an encoding to refuse it. */
function accepts(acceptEncoding: string, encoding: string): boolean {
  return acceptEncoding.split(',', mostEncodings).some((part) => {
    const [name = '', weight] = part.split(';', 2);
    return name.trim().toLowerCase() === encoding && Number(weight?.split('=')[1] ?? 1) !== 0;
  });
}
