import type { Language } from '../../contract/languages.ts';
import { csvFile, csvName, inPieces } from '../leads/csv.ts';
import type { WholeLead } from '../leads/leads.ts';

type Reader = {
  /** Whether they may still have it. */
  isOpen(): Promise<boolean>;
  /**
   * Breaks the connection, so that nobody takes a part for the whole. An error in the stream would end it with a sentence, as if
   * that were a line of the file, and Hono would write the error itself into the log.
   */
  cut(): void;
  report(error: unknown): void;
};

/** A file for spreadsheets, made while it is being sent: no faster than it is taken, and one piece of it in memory. */
export function csvDownload(leads: AsyncIterable<WholeLead>, language: Language, reader: Reader): Response {
  const pieces = inPieces(csvFile(leads, { language }));
  const encoder = new TextEncoder();
  let isWanted = true;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        const mayHaveIt = await reader.isOpen();
        // Who broke it off meanwhile wants no more, and who was signed out does not get the rest.
        if (!isWanted) return;
        if (!mayHaveIt) reader.cut();
        else if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        reader.report(error);
        reader.cut();
      }
    },
    async cancel() {
      isWanted = false;
      await pieces.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      // The first one is for what cannot read letters beyond ASCII.
      'Content-Disposition': `attachment; filename="${csvName('en')}"; filename*=UTF-8''${encodeURIComponent(csvName(language))}`,
    },
  });
}
