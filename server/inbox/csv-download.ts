import { setImmediate as turn } from 'node:timers/promises';
import type { PageLanguage } from '../../contract/submission.ts';
import { csvFile } from '../leads/csv.ts';
import type { WholeLead } from '../leads/leads.ts';
import { tashkentDate } from '../leads/tashkent-time.ts';

/** So many characters go out at once. */
const pieceLength = 64 * 1024;

/** A file for spreadsheets, made while it is being sent: no faster than it is taken, and one piece of it in memory. */
export function csvDownload(
  leads: AsyncIterable<WholeLead>,
  language: PageLanguage,
  isOpen: () => Promise<boolean>,
): Response {
  // Spreadsheets in Uzbek and Russian split cells at semicolons, in English at commas.
  const lines = csvFile(leads, { language, separator: language === 'en' ? ',' : ';' });
  const pieces = inPieces(lines);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      // Who was signed out meanwhile does not get the rest.
      if (!(await isOpen())) throw new Error('The session has ended');
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="leads-${tashkentDate(new Date())}.csv"`,
    },
  });
}

async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const line of lines) {
    piece += line;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
    // Visitors come in between.
    await turn();
  }
  yield piece;
}
