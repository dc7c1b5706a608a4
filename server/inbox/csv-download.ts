import { ReadableStream } from 'node:stream/web';
import type { WholeLead } from '../../contract/inbox.ts';
import type { Language } from '../../contract/languages.ts';
import { csvFile, csvName } from '../leads/csv.ts';

type Reader = {
  /** Whether the person is still signed in. */
  isOpen(): Promise<boolean>;
  /** Breaks the connection, so that nobody takes a part for the whole file. */
  cut(): void;
  report(error: unknown): void;
};

/** Made while it is sent, one piece in memory at a time. */
export function csvDownload(leads: AsyncIterable<WholeLead>, language: Language, reader: Reader): Response {
  const body = ReadableStream.from(piecesFor(reader, leads, language));
  return new Response(body as BodyInit, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      // The first name is for programs that read only ASCII.
      'Content-Disposition': `attachment; filename="${csvName('en')}"; filename*=UTF-8''${encodeURIComponent(csvName(language))}`,
    },
  });
}

async function* piecesFor(
  { isOpen, cut, report }: Reader,
  leads: AsyncIterable<WholeLead>,
  language: Language,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  try {
    for await (const piece of csvFile(leads, { language })) {
      if (!(await isOpen())) return cut();
      yield encoder.encode(piece);
    }
  } catch (error) {
    // An error thrown into the stream would be written into the file as text.
    report(error);
    cut();
  }
}
