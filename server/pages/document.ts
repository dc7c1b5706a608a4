/**
 * One file made ready to be sent: compressed, tagged, its header lines written once. Answering is then choosing
 * one of a few objects that already exist.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { remembering } from '../remembering.ts';

/** Header names and values in turn, as `writeHead` takes them. */
export type Answer = { status: number; headers: string[]; body?: Buffer };

type Encoding = 'br' | 'gzip' | 'identity';
type Variant = { tag: string; whole: Answer; unchanged: Answer | undefined };
export type Document = Record<Encoding, Variant>;

type Source = { bytes: Buffer; type: string; status: number; headers: Record<string, string> };

export function prepare(source: Source): Document {
  const digest = createHash('sha256').update(source.bytes).digest('base64url').slice(0, 16);
  const identity = variant(source, 'identity', source.bytes, digest);
  if (!/^text\/|javascript|json|xml/.test(source.type)) return { identity, gzip: identity, br: identity };

  const document = {
    identity,
    gzip: variant(source, 'gzip', gzipSync(source.bytes, { level: 9 }), digest),
    br: variant(source, 'br', brotliCompressSync(source.bytes, brotli(source, quick)), digest),
  };
  improvable.push(async () => {
    document.br = variant(source, 'br', await compress(source.bytes, brotli(source, best)), digest);
  });
  return document;
}

/**
 * Brotli's best quality takes all files together five seconds of work and saves a tenth of the bytes; a quick one takes a tenth of a
 * second. So no restart waits for the best: it begins when those who waited for the restart have been served. One at a
 * time, so that the thread pool stays free for name lookups.
 */
const quick = 6;
const best = 11;
const calmAfterMs = 5000;
const improvable: (() => Promise<void>)[] = [];
const compress = promisify(brotliCompress);

/** Of everything prepared so far. For a process that will serve for long: for a moment's, as in tests, it would be work for nothing. */
export async function improveCompressions(): Promise<void> {
  await sleep(calmAfterMs, undefined, { ref: false });
  for (const improve of improvable.splice(0)) await improve();
}

function brotli({ bytes, type }: Source, quality: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_MODE]: type.startsWith('text/')
        ? constants.BROTLI_MODE_TEXT
        : constants.BROTLI_MODE_GENERIC,
    },
  };
}

/**
 * The tag names the content and the encoding, not the compressed bytes: it stays the same when a better
 * compression of the same content takes over, and in every process. Without ranges nothing can tell the
 * difference.
 */
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
